import type { z } from "zod/mini";
import type { PrivacyExport } from "@/lib/contracts/privacy/privacy";
import type { PersonData } from "@/lib/domain/privacy/person-data";
import { listShownPhones } from "@/lib/domain/privacy/person-keys";
import type { PersonKeys } from "@/lib/domain/privacy/privacy-request";
import { AppError } from "@/lib/errors";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { createOwnerTurns } from "@/server/platform/owner-turns";
import * as repository from "./person-data.repository";
import { readKeys } from "./person-of-request.service";
import { buildPersonPage } from "./person-page.rule";
import { requireRequest } from "./requests.service";

const PAGE_ROWS = 200;
/** Kept in memory while the copy is made; each account makes one at a time. */
const MOST_MESSAGES = 20_000;
const MOST_CHARACTERS = 8_000_000;
const inTurn = createOwnerTurns(1);
const NO_FILE =
  "A cópia deste pedido não está mais disponível. Registre um novo pedido de cópia dos dados.";

/**
 * Makes the copy of a request again, from the data stored now.
 * @throws AppError not_found; conflict when it was not about a copy, or is too old
 */
export async function exportPerson(
  actor: Actor,
  id: number,
  { format }: z.output<typeof PrivacyExport>,
): Promise<{ content: string; type: string; fileName: string | null }> {
  const { kind, sealed_keys } = await requireRequest(actor.ownerId, id);
  if (kind !== "export" || sealed_keys === null) throw new AppError("conflict", NO_FILE);
  const keys = readKeys(actor.ownerId, sealed_keys);
  const content = await inTurn(actor.ownerId, async () => {
    const data = await collect(actor.ownerId, keys);
    return format === "html" ? buildPersonPage(data) : JSON.stringify(data, null, 2);
  });
  await recordAction(actor, "exported", { name: `pedido-${id}.${format}` });
  return format === "html"
    ? { content, type: "text/html; charset=utf-8", fileName: null }
    : { content, type: "application/json; charset=utf-8", fileName: `pedido-${id}.json` };
}

async function collect(ownerId: OwnerId, keys: PersonKeys): Promise<PersonData> {
  const leads = await repository.findLeadData(ownerId, keys);
  const others = await repository.findOtherData(ownerId, keys);
  const messages: repository.MessageRow[] = [];
  let isWhole = false;
  let characters = 0;
  for (let after = 0; messages.length < MOST_MESSAGES && characters < MOST_CHARACTERS; ) {
    const page = await repository.findMessageData(ownerId, keys, after, PAGE_ROWS);
    messages.push(...page);
    characters += page.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    after = page.at(-1)?.id ?? 0;
    isWhole = page.length < PAGE_ROWS;
    if (isWhole) break;
  }
  return {
    made_at: new Date().toISOString(),
    keys: { ...keys, phones: listShownPhones(keys.phones) },
    leads,
    ...others,
    messages: messages.map(({ id: _, ...message }) => message),
    messages_cut: !isWhole,
  };
}
