import type { OwnerId } from "@/server/platform/actor";
import { deleteOptIns, insertOptIns } from "./opt-ins.repository";

/** A person's permission moves to the new key, because the old one may get another holder one day. */
export { moveOptIn } from "./opt-ins.repository";

/** The user's declaration in a campaign's form. */
const STATED = "Estes contatos autorizaram receber ofertas";

/** Records the user's declaration that a campaign's recipients allowed offers. Call inside a transaction. */
export function recordStatedOptIns(
  ownerId: OwnerId,
  campaignId: number,
  phoneKeys: readonly string[],
): Promise<void> {
  return insertOptIns(ownerId, phoneKeys, { source: sourceOf(campaignId), note: STATED });
}

/** Withdraws what was declared for a campaign whose start is undone. Call inside a transaction. */
export function retractStatedOptIns(ownerId: OwnerId, campaignId: number): Promise<void> {
  return deleteOptIns(ownerId, sourceOf(campaignId));
}

const sourceOf = (campaignId: number) => `campaign:${campaignId}`;

/** Records that a contact wrote to us. Call inside a transaction. */
export function recordWrittenOptIn(ownerId: OwnerId, phoneKey: string): Promise<void> {
  return insertOptIns(ownerId, [phoneKey], { source: "message", note: null });
}
