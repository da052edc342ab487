import type { UserId } from "@/server/platform/actor";
import { insertOptIns } from "./opt-ins.repository";

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
  return insertOptIns(ownerId, phoneKeys, { source: `campaign:${campaignId}`, note: STATED });
}

/** Records that a contact wrote to us. Call inside a transaction. */
export function recordWrittenOptIn(ownerId: UserId, phoneKey: string): Promise<void> {
  return insertOptIns(ownerId, [phoneKey], { source: "message", note: null });
}
