import type { AccountTable } from "@/lib/domain/custody/tables/tables";
import {
  deactivateAccountOf,
  eraseAccount,
  findCreation,
  isActiveAccount,
  lockAccount,
} from "@/server/accounts/users/accounts.service";
import { findBillingTies } from "@/server/billing/billing/orders.service";
import { awaitsLogOut } from "@/server/messaging/whatsapp/pairing.service";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { writeDeletedAccount } from "@/server/privacy/requests/erasure-files.service";
import { deleteAccount } from "./account-deletions.jobs";
import * as repository from "./account-deletions.repository";
import { deleteRows, findPrimaryKeys, findReferences, findRest } from "./account-rows.repository";
import { orderForDeletion } from "./deletion-order.rule";
import { stopAllWork } from "./stop-work.service";

const ROWS_AT_ONCE = 500;
/** After this time another account has its turn. */
const TURN_MS = 20_000;
const LOOK_AGAIN_MS = 30_000;
/**
 * A provider that does not answer for so long does not keep an account here: the phone's owner can unpair the phone on
 * the phone itself.
 */
const LOG_OUT_WITHIN_MS = 24 * 3_600_000;
const FIRST_RETRY_MS = 30_000;

/**
 * Deletes accounts. The first transaction closes the account for good; after it, the phone is logged out and the
 * subscription ended. Then every table of accounts is emptied of the owner's rows in batches, each a transaction
 * that checks the lease. The last transaction ends the account itself, once nothing is left. Files are deleted with the
 * rows that name them. After a kill at any point it continues with what is left.
 */
export const accountDeletionWork: LeasedWork<typeof deleteAccount> = {
  job: deleteAccount,
  concurrency: () => 1,
  leases: repository.deletionLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "the account could not be deleted",
  advance,
  // A promise to the owner: it is never given up.
  end: (work) => repository.forgetAttempts(work),
  publishProgress: async () => undefined,
};

const ENDED: Advance = { state: "ended" };

async function advance(work: Leased): Promise<Advance> {
  const startedAt = await begin(work);
  if (!startedAt) return ENDED;
  if (await isStillTied(work, startedAt)) return pause(LOOK_AGAIN_MS);
  const keys = await findPrimaryKeys();
  const turnEndsAt = Date.now() + TURN_MS;
  for (const table of orderForDeletion(await findReferences())) {
    for (;;) {
      if (work.signal.aborted) return ENDED;
      if (Date.now() > turnEndsAt) return pause(0);
      const deleted = await deleteBatch(work, table, keys.get(table.name) ?? []);
      if (deleted === null) return ENDED;
      if (deleted < ROWS_AT_ONCE) break;
    }
  }
  return (await finish(work)) ? ENDED : pause(0);
}

/** Closes the account, unless that was done. Returns when; null when the deletion was withdrawn or the lease lost. */
async function begin(work: Leased): Promise<Date | null> {
  await transaction(async () => {
    if (!(await repository.startDeletion(work))) return;
    // The administrator may have deactivated it meanwhile.
    if (await isActiveAccount(work.ownerId)) await deactivateAccountOf(work.ownerId);
    await stopAllWork(work.ownerId);
  });
  return repository.findStart(work);
}

/**
 * Whether the account's rows are still needed: to log out the phone, unless that takes too long, and to end its
 * payments.
 */
async function isStillTied({ ownerId }: Leased, startedAt: Date): Promise<boolean> {
  if ((await findBillingTies(ownerId)).hasOpenOrder) return true;
  const isLate = Date.now() - startedAt.getTime() > LOG_OUT_WITHIN_MS;
  return !isLate && (await awaitsLogOut(ownerId));
}

/** Returns how many rows; null when the lease was lost. */
function deleteBatch(
  work: Leased,
  table: AccountTable,
  key: readonly string[],
): Promise<number | null> {
  return transaction(async () => {
    if (!(await repository.deletionLeases.lock(work.id, work.leaseNo))) return null;
    const deleted = await deleteRows(work.ownerId, table, { key, limit: ROWS_AT_ONCE });
    if (deleted > 0) await repository.addDeleted(work, deleted);
    return deleted;
  });
}

/** Returns false when new rows arrived meanwhile, which must be deleted too. */
async function finish(work: Leased): Promise<boolean> {
  if ((await findRest(work.ownerId)) !== null) return false;
  await recordInStore(work.ownerId);
  return transaction(async () => {
    await lockAccount(work.ownerId);
    if ((await findRest(work.ownerId)) !== null) return false;
    const { hasRecords } = await findBillingTies(work.ownerId);
    if (!(await repository.completeDeletion(work, hasRecords))) return true;
    await eraseAccount(work.ownerId, { keepsPayments: hasRecords });
    return true;
  });
}

/**
 * A backup restored later would contain the account again, and only the store of files would show its deletion. Written
 * before the account's row is deleted: afterwards no worker would write it.
 */
async function recordInStore(ownerId: OwnerId): Promise<void> {
  const createdAt = await findCreation(ownerId);
  if (!createdAt) return;
  await writeDeletedAccount({
    owner_id: ownerId,
    created_at: createdAt.toISOString(),
    deleted_at: new Date().toISOString(),
  });
}

function pause(ms: number): Advance {
  return { state: "paused", resumeAt: new Date(Date.now() + ms) };
}
