import { DELETION_DAYS } from "@/lib/domain/custody/account-deletion";
import { profilePaths } from "@/lib/paths";
import { postponeLeaving } from "@/server/accounts/users/accounts.service";
import { ownerOfRow } from "@/server/platform/actor";
import { logger } from "@/server/platform/logger";
import { notifyOwners } from "@/server/platform/mail/mail.service";
import type { DeletedAccount } from "@/server/privacy/requests/erasure-files.service";
import * as repository from "./account-deletions.repository";

/**
 * For a restored database: accounts that had been deleted are deleted again. A deletion that is open in the backup may
 * have been withdrawn since, which cannot be known: its waiting time starts again, and its owner is notified and can
 * withdraw it. Call inside the transaction that ends the hold.
 */
export async function restoreDeletions(deleted: readonly DeletedAccount[]): Promise<void> {
  const again: number[] = [];
  for (const account of deleted) {
    const due = await repository.insertDueDeletion(account);
    if (!due) continue;
    await postponeLeaving(ownerOfRow(account.owner_id), due.due_at);
    again.push(account.owner_id);
  }
  const renewed = await repository.renewNotices(DELETION_DAYS, again);
  for (const { owner_id, due_at } of renewed) {
    const ownerId = ownerOfRow(owner_id);
    await postponeLeaving(ownerId, due_at);
    await notifyOwners(ownerId, "deletion_requested", profilePaths.ownData);
  }
  if (again.length + renewed.length > 0) {
    logger.info({ again: again.length, renewed: renewed.length }, "deletions of accounts restored");
  }
}
