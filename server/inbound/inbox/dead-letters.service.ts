import { AppError } from "@/lib/errors";
import type { RejectedItem } from "@/server/messaging/gateway/whatsapp-events.gateway";
import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import { type Actor, ownerOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { logger } from "@/server/platform/logger";
import * as repository from "./dead-letters.repository";
import { leaveErasedItemsOut } from "./erased-people.service";

/** Most dead letters of one webhook. */
const MAX_STORED = 20;
const MAX_ITEM_LENGTH = 20_000;
const MAX_PER_INSTANCE = 500;
/** Limits counting and paging, so that the cost of a page does not grow with the table. */
const COUNTED = 10_000;

/**
 * Stores parts of a webhook that could not be read. The webhook is answered as received: sent again, it would fail
 * again. Bounded per webhook, item and instance.
 */
export async function storeDeadLetters(instance: Instance, rejected: RejectedItem[]) {
  if (rejected.length === 0) return;
  const [first] = rejected;
  const { event, reason } = first ?? {};
  logger.warn({ instance: instance.id, count: rejected.length, event, reason }, "webhook rejected");
  const ownerId = ownerOfRow(instance.owner_id);
  const written = rejected.slice(0, MAX_STORED).map((each) => ({
    ...each,
    text: writeItem(each.item).slice(0, MAX_ITEM_LENGTH),
  }));
  const letters = (await leaveErasedItemsOut(ownerId, written)).map(({ event, reason, text }) => ({
    instance_id: instance.id,
    event,
    reason,
    item: text,
  }));
  if (letters.length === 0) return;
  await transaction(() =>
    repository.addDeadLetters(ownerId, instance.id, letters, MAX_PER_INSTANCE),
  );
}

/** JSON of any depth can be read, but not written. */
function writeItem(item: unknown): string {
  try {
    return JSON.stringify(item ?? null);
  } catch {
    return '"too deep to be kept"';
  }
}

/** Dead letters of all accounts, newest first, without their content. */
export async function listDeadLetters({ page, per_page }: { page: number; per_page: number }) {
  const total = await repository.countDeadLetters(COUNTED);
  const offset = (page - 1) * per_page;
  const rows =
    offset < COUNTED ? await repository.findDeadLetters({ limit: per_page, offset }) : [];
  return {
    dead_letters: rows.map(({ owner_id, email, ...letter }) => ({
      ...letter,
      account: { id: owner_id, email },
    })),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

/** @throws AppError not_found */
export async function removeDeadLetter(actor: Actor, id: number): Promise<{ success: true }> {
  await transaction(async () => {
    const { owner_id } = await takeDeadLetter(id);
    await recordAuditEntry(actor, "dead_letter.deleted", { targetUserId: owner_id });
  });
  return { success: true };
}

/** Removes one and returns it. @throws AppError not_found */
export async function takeDeadLetter(id: number) {
  const letter = await repository.takeDeadLetter(id);
  if (!letter) throw new AppError("not_found", "Este aviso não existe mais.");
  return letter;
}
