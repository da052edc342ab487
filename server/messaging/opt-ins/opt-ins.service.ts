import type { UserId } from "@/server/platform/actor";
import { deleteOptIns, insertOptIns } from "./opt-ins.repository";

/** What a person allowed follows to another key; the old one may be a stranger's one day. */
export { moveOptIn } from "./opt-ins.repository";

/** What the person states in a campaign's form. */
const STATED = "Estes contatos autorizaram receber ofertas";

/** Records that a person says of a campaign's recipients that they allowed offers. Call inside a transaction. */
export function recordStatedOptIns(
  ownerId: UserId,
  campaignId: number,
  phoneKeys: readonly string[],
): Promise<void> {
  return insertOptIns(ownerId, phoneKeys, { source: sourceOf(campaignId), note: STATED });
}

/** Takes back what was stated for a campaign whose start is undone. Call inside a transaction. */
export function retractStatedOptIns(ownerId: UserId, campaignId: number): Promise<void> {
  return deleteOptIns(ownerId, sourceOf(campaignId));
}

const sourceOf = (campaignId: number) => `campaign:${campaignId}`;

/** Records that a contact wrote to us. Call inside a transaction. */
export function recordWrittenOptIn(ownerId: UserId, phoneKey: string): Promise<void> {
  return insertOptIns(ownerId, [phoneKey], { source: "message", note: null });
}
