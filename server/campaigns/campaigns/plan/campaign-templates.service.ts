import type { z } from "zod/mini";
import type { ListedTemplate } from "@/lib/contracts/campaigns/campaign-templates";
import type { StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import {
  type CampaignTemplate,
  findBindingProblems,
} from "@/lib/domain/campaigns/campaign-template";
import { TEMPLATE_UNUSABLE_LABEL } from "@/lib/domain/messages/template-words";
import { isTemplateUnusable, listVariables } from "@/lib/domain/messages/whatsapp-template";
import { AppError } from "@/lib/errors";
import { findOwnKeys } from "@/server/leads/own-fields/own-variables.service";
import {
  explainState,
  findStoredTemplate,
  listStoredTemplates,
  refreshTemplates,
  refreshTemplatesIfPossible,
  type StoredTemplate,
} from "@/server/messaging/templates/template-store.service";
import { findConnected } from "@/server/messaging/whatsapp/instances.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import type { Actor, OwnerId } from "@/server/platform/actor";

export const NO_TEMPLATES =
  "Modelos aprovados só saem pela Cloud API da Meta: com esta conexão, escreva mensagens.";

type Chosen = NonNullable<z.output<typeof StartProspecting>["templates"]>[number];

/** The templates that Meta reported last, in any state. */
export async function listTemplates({ ownerId }: Actor) {
  return { templates: (await listStoredTemplates(ownerId)).map(toListed) };
}

/** Like listTemplates, but asks Meta now. @throws AppError whatsapp_disconnected, unavailable */
export async function refreshAndListTemplates(actor: Actor) {
  await refreshTemplates(actor.ownerId);
  return listTemplates(actor);
}

/**
 * The chosen templates with their current words and categories, checked so that every value a lead may lack has a
 * replacement.
 * @throws AppError message_refused where the provider has no templates; whatsapp_disconnected; invalid_input naming the
 * template and its variable
 */
export async function readTemplates(
  ownerId: OwnerId,
  chosen: readonly Chosen[],
): Promise<CampaignTemplate[]> {
  if (!describeProvider().templates_outside_window) {
    throw new AppError("message_refused", NO_TEMPLATES);
  }
  const connected = await findConnected(ownerId, "default");
  if (!connected) throw new AppError("whatsapp_disconnected");
  await refreshTemplatesIfPossible(ownerId);
  const values = chosen.flatMap(({ bindings }) => bindings.map(({ value }) => value));
  const ownKeys = await findOwnKeys(ownerId, values);
  const templates: CampaignTemplate[] = [];
  const fields: Record<string, string> = {};
  for (const [at, { name, language, bindings }] of chosen.entries()) {
    const stored = await findStoredTemplate(ownerId, connected.ref.id, { name, language });
    const problem = explainState(name, stored) ?? explainContent(stored);
    if (problem || !stored?.content) {
      fields[`templates.${at}`] = problem ?? "";
      continue;
    }
    const { content, category } = stored;
    for (const [key, wrong] of Object.entries(findBindingProblems(content, bindings, ownKeys))) {
      fields[`templates.${at}.bindings.${key}`] = wrong;
    }
    const known = new Set(listVariables(content).map(({ key }) => key));
    const used = bindings.filter(({ key }) => known.has(key));
    templates.push({ name, language, category, content, bindings: used });
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError("invalid_input", first, { fields });
  return templates;
}

function explainContent(stored: StoredTemplate | null): string | null {
  if (!stored || stored.content) return null;
  const why = stored.unusable ?? "";
  return isTemplateUnusable(why) ? TEMPLATE_UNUSABLE_LABEL[why] : TEMPLATE_UNUSABLE_LABEL.form;
}

function toListed({ content, ...row }: StoredTemplate): z.input<typeof ListedTemplate> {
  return {
    ...row,
    content: content && {
      header: content.header,
      body: content.body,
      footer: content.footer,
      named: content.named,
      ...(content.buttons && { buttons: content.buttons.map((button) => ({ ...button })) }),
    },
  };
}
