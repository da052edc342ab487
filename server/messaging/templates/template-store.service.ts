import type { TemplateChange } from "@/lib/domain/messages/listed-template";
import { isSendable } from "@/lib/domain/messages/template-words";
import type { TemplateContent } from "@/lib/domain/messages/whatsapp-template";
import { AppError } from "@/lib/errors";
import { findConnected } from "@/server/messaging/whatsapp/instances.service";
import { askForTemplates } from "@/server/messaging/whatsapp/templates.service";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./template-store.repository";

const MOST_LISTED = 1_000;

export type StoredTemplate = Omit<repository.TemplateRow, "content"> & {
  /** Null where it cannot be sent from here. */
  content: TemplateContent | null;
};

/** The templates of the owner's business account, as Meta reported them last. */
export async function listStoredTemplates(ownerId: OwnerId): Promise<StoredTemplate[]> {
  const connected = await findConnected(ownerId, "default");
  if (!connected) return [];
  return (await repository.findTemplates(ownerId, connected.ref.id, MOST_LISTED)).map(toStored);
}

/**
 * Requests the templates from Meta and stores them. Does nothing where the provider has none.
 * @throws AppError whatsapp_disconnected; unavailable when Meta does not respond
 */
export async function refreshTemplates(ownerId: OwnerId): Promise<void> {
  const asked = await askForTemplates(ownerId);
  if (!asked) return;
  const { instanceId, templates } = asked;
  await transaction(() => repository.replaceTemplates(ownerId, instanceId, templates));
}

/** Like refreshTemplates, but keeps the stored templates if Meta does not respond. */
export async function refreshTemplatesIfPossible(ownerId: OwnerId): Promise<void> {
  await refreshTemplates(ownerId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** One template as Meta reported it last; null for one that it does not list. */
export async function findStoredTemplate(
  ownerId: OwnerId,
  instanceId: number,
  named: { name: string; language: string },
): Promise<StoredTemplate | null> {
  const row = await repository.findTemplate(ownerId, instanceId, named);
  return row && toStored(row);
}

/** Why a template cannot be sent now, as a sentence; null when it can. */
export function explainState(name: string, stored: StoredTemplate | null): string | null {
  if (!stored) return `O modelo ${name} não existe mais na sua conta da Meta.`;
  if (isSendable(stored.status)) return null;
  switch (stored.status) {
    case "PAUSED":
      return `A Meta pausou o modelo ${name} por baixa qualidade.`;
    case "DISABLED":
      return `A Meta desativou o modelo ${name}.`;
    case "REJECTED":
      return `A Meta rejeitou o modelo ${name}.`;
    case "PENDING":
    case "IN_APPEAL":
      return `O modelo ${name} ainda está em análise na Meta.`;
    default:
      return `O modelo ${name} não está aprovado na Meta.`;
  }
}

/** Records a change of a template that Meta reports. Call inside a transaction. */
export function changeTemplate(
  ownerId: OwnerId,
  instanceId: number,
  { name, language, ...change }: TemplateChange & { name: string; language: string },
): Promise<void> {
  return repository.changeTemplate(ownerId, instanceId, { name, language }, change);
}

/** What was stored came through the gateway's own schema. */
function toStored({ content, ...row }: repository.TemplateRow): StoredTemplate {
  return { ...row, content: content as TemplateContent | null };
}
