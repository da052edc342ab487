import { randomUUID } from "node:crypto";
import { EXPORT_HOURS } from "@/lib/domain/custody/account-deletion";
import { profilePaths } from "@/lib/paths";
import { keepStoredFile, storeFile } from "@/server/messaging/media/sent-media.service";
import { transaction } from "@/server/platform/db/transaction";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import { openSpool, type Spool } from "@/server/platform/outside/spool";
import { archiveAccount } from "./account-exports.jobs";
import * as repository from "./account-exports.repository";
import { LeaseLost, writeArchive } from "./write-archive.service";

/** Longer than any transfer to the store. */
const UNCLAIMED_S = 6 * 3_600;
const FIRST_RETRY_MS = 10_000;

/**
 * Makes archives of accounts, each first completely on disk: an unfinished one is started again, and nobody sees a
 * part. In the store each has a unique name, and is removed again unless the row names it.
 */
export const accountExportWork: LeasedWork<typeof archiveAccount> = {
  job: archiveAccount,
  concurrency: () => 1,
  leases: repository.exportLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "O arquivo não pôde ser feito por um erro nosso. Peça outro.",
  advance,
  end: (work) => repository.markFailed(work),
  publishProgress: async () => undefined,
};

const ENDED: Advance = { state: "ended" };

async function advance(work: Leased): Promise<Advance> {
  const spool = await openSpool();
  try {
    const bytes = await writeArchive(work, spool);
    await offer(work, spool, bytes);
    return ENDED;
  } catch (error) {
    if (error instanceof LeaseLost) return ENDED;
    throw error;
  } finally {
    await spool.close();
  }
}

/** Whoever asked is mailed once, in the transaction that offers it. */
async function offer(work: Leased, spool: Spool, bytes: number): Promise<void> {
  const storageKey = `${work.ownerId}/archive-${randomUUID()}`;
  const file = { content: spool.stream(), bytes, mime: "application/zip" };
  await storeFile(storageKey, file, UNCLAIMED_S);
  await transaction(async () => {
    if (!(await repository.markReady(work, { storageKey, bytes, hours: EXPORT_HOURS }))) return;
    await keepStoredFile(storageKey);
    await notifyPerson(await repository.findAsker(work), "export_ready", profilePaths.ownData);
  });
}
