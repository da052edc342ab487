import { joinKeys } from "@/lib/domain/privacy/person-keys";
import type { PersonKeys, PrivacyCounts } from "@/lib/domain/privacy/privacy-request";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { eraseKeys } from "@/server/platform/erased-keys/erased-keys.service";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import * as erasure from "./erasure.repository";
import { writeErasureFile } from "./erasure-files.service";
import { findRestoredKeys, readKeys, sealKeys } from "./person-of-request.service";
import { runErasure } from "./requests.jobs";
import * as repository from "./requests.repository";

const MESSAGES_AT_ONCE = 500;
const LOOK_AGAIN_MS = 2_000;
/** Longer than the provider is asked about a message with an unknown outcome. */
const WAIT_FOR_SENDS_MS = 15 * 60_000;
const NOBODY: PersonKeys = { phones: [], emails: [], cnpjs: [] };
const FAILURE = "O apagamento parou por um erro nosso. Tente de novo: continua de onde parou.";

/**
 * Erases people, step by step. Each step looks for what is left, so that work continues wherever a worker was killed.
 */
export const erasureWork: LeasedWork<typeof runErasure> = {
  job: runErasure,
  concurrency: (usual) => Math.min(usual, 2),
  leases: repository.requestLeases,
  firstRetryMs: 2_000,
  failure: FAILURE,
  advance,
  end: async (run, _how, reason) => {
    await repository.endRequest(run.id, run.leaseNo, { status: "error", error: reason });
    tell(run.ownerId);
  },
  publishProgress: (run) => Promise.resolve(tell(run.ownerId)),
};

/**
 * Blocks new data under these keys, unless a message to the person is being sent: its outcome has to be recorded first.
 * Call inside a transaction. Returns whether the keys are blocked.
 */
export async function closeDoors(
  ownerId: OwnerId,
  requestId: number,
  keys: PersonKeys,
): Promise<boolean> {
  await erasure.stopWritingTo(ownerId, keys);
  if ((await erasure.countOpenSends(ownerId, keys)) > 0) return false;
  await eraseKeys(ownerId, requestId, keys);
  return true;
}

async function advance(run: Leased): Promise<Advance> {
  const row = await repository.findRequest(run.ownerId, run.id);
  if (row?.status !== "processing") return { state: "ended" };
  const [given = NOBODY] =
    row.sealed_keys === null
      ? await findRestoredKeys(run.ownerId, [run.id])
      : [readKeys(run.ownerId, row.sealed_keys)];
  // WhatsApp may have reported more ids of the person since the request was made; which leads are theirs was decided
  // then.
  const keys = joinKeys(given, await repository.findChatIds(run.ownerId, given));
  await repository.setSealedKeys(run.ownerId, run.id, sealKeys(run.ownerId, keys));
  const waited = Date.now() - row.created_at.getTime() > WAIT_FOR_SENDS_MS;
  const closed = await transaction(async () => {
    if (waited) await erasure.giveUpSends(run.ownerId, keys);
    return closeDoors(run.ownerId, run.id, keys);
  });
  if (!closed) return { state: "paused", resumeAt: new Date(Date.now() + LOOK_AGAIN_MS) };
  await writeErasureFile(run.ownerId, row);
  if (!(await eraseAll(run, keys, row.whole_lead))) return { state: "ended" };
  await transaction(async () => {
    await repository.forgetExports(run.ownerId);
    await erasure.outdateArchives(run.ownerId);
    await repository.endRequest(run.id, run.leaseNo, { status: "done", error: null });
  });
  tell(run.ownerId);
  return { state: "ended" };
}

/** Returns false when the lease was lost. */
async function eraseAll(run: Leased, keys: PersonKeys, wholeLead: boolean): Promise<boolean> {
  const step = (work: () => Promise<PrivacyCounts>) =>
    transaction(async () => {
      if (!(await repository.requestLeases.lock(run.id, run.leaseNo))) return false;
      return repository.addCounts(run.id, run.leaseNo, await work());
    });
  if (!(await step(() => erasure.eraseLeads(run.ownerId, keys, wholeLead)))) return false;
  for (let more = true; more; ) {
    if (run.signal.aborted) return false;
    const held = await step(async () => {
      const erased = await erasure.eraseTalk(run.ownerId, keys, MESSAGES_AT_ONCE);
      more = erased.more;
      return erased.counts;
    });
    if (!held) return false;
    run.reportProgress();
  }
  return step(() => erasure.eraseCopies(run.ownerId, keys));
}

function tell(ownerId: OwnerId): void {
  publish(ownerId, "leads.changed", {});
  publish(ownerId, "lists.changed", {});
  publish(ownerId, "tasks.changed", {});
}
