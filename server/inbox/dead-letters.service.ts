import { ownerOfRow } from "@/server/actor";
import { transaction } from "@/server/db/transaction";
import { logger } from "@/server/logger";
import type { RejectedItem } from "@/server/whatsapp/whatsapp.gateway";
import type { Instance } from "@/server/whatsapp/whatsapp.service";
import { addDeadLetters, deleteDeadLetters } from "./dead-letters.repository";

/** Of one webhook. */
const MAX_STORED = 20;
const MAX_ITEM_LENGTH = 20_000;
const MAX_PER_INSTANCE = 500;
const KEPT_DAYS = 30;
const MAX_DELETED = 1_000;

/**
 * Keeps what a webhook said and could not be read. The webhook is answered as received: sent again, it would fail
 * again. Bounded per webhook, item and instance.
 */
export async function storeDeadLetters(instance: Instance, rejected: RejectedItem[]) {
  if (rejected.length === 0) return;
  const [first] = rejected;
  const { event, reason } = first ?? {};
  logger.warn({ instance: instance.id, count: rejected.length, event, reason }, "webhook rejected");
  const letters = rejected.slice(0, MAX_STORED).map((each) => ({
    instance_id: instance.id,
    event: each.event,
    reason: each.reason,
    item: writeItem(each.item).slice(0, MAX_ITEM_LENGTH),
  }));
  const ownerId = ownerOfRow(instance.owner_id);
  await transaction(() => addDeadLetters(ownerId, instance.id, letters, MAX_PER_INSTANCE));
}

/** JSON of any depth can be read, but not written. */
function writeItem(item: unknown): string {
  try {
    return JSON.stringify(item ?? null);
  } catch {
    return '"too deep to be kept"';
  }
}

/** Deletes dead letters that nobody looked at for a month. */
export function deleteOldDeadLetters(): Promise<void> {
  return deleteDeadLetters(KEPT_DAYS, MAX_DELETED);
}
