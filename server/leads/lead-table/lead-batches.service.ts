import type { LeadFilter } from "@/lib/contracts/leads/lead-filter";
import { errorCopy } from "@/lib/error-copy";
import { AppError } from "@/lib/errors";
import { countOf } from "@/lib/format";
import type { Actor } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import * as repository from "./lead-bulk.repository";
import { toActingFilter } from "./lead-list.service";

/** Leads named in a request: by their ids, or by the query of a list. */
export interface SelectedLeads {
  lead_ids?: number[] | undefined;
  filter?: LeadFilter | undefined;
}

export type { LeadToComplete } from "./lead-bulk.repository";

/** Small enough to hold locks briefly, large enough to finish 100,000 leads quickly. */
const BATCH_SIZE = 2_000;
/** These are read with their fields. */
const COMPLETION_BATCH_SIZE = 1_000;

/** Calls `work` with each batch of ids of the selected leads, which are locked. Returns the sum of what it returns. */
export async function sumOverBatches(
  actor: Actor,
  selected: SelectedLeads,
  work: (leadIds: number[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  await forEachBatch(actor, selected, BATCH_SIZE, async (selection, batch) => {
    const leadIds = await repository.lockBatch(actor, selection, batch);
    const added = leadIds.length > 0 ? await work(leadIds) : 0;
    afterCommit(() => {
      sum += added;
    });
    return leadIds;
  });
  return sum;
}

/** Calls `work` with each batch of the selected leads that have a CNPJ, which are locked. */
export function forEachBatchWithCnpj(
  actor: Actor,
  selected: SelectedLeads,
  work: (leads: repository.LeadToComplete[]) => Promise<void>,
): Promise<void> {
  return forEachBatch(actor, selected, COMPLETION_BATCH_SIZE, async (selection, batch) => {
    const leads = await repository.lockBatchWithCnpj(actor, selection, batch);
    if (leads.length > 0) await work(leads);
    return leads.map(({ id }) => id);
  });
}

/** The CNPJs of the selected leads, the latest leads first; leads without one are skipped. */
export async function findSelectedCnpjs(
  actor: Actor,
  selected: SelectedLeads,
  limit: number,
): Promise<string[]> {
  const selection = await toSelection(actor, selected);
  return repository.findSelectedCnpjs(actor, selection, limit);
}

async function toSelection(actor: Actor, { lead_ids, filter }: SelectedLeads) {
  return lead_ids ? { ids: lead_ids } : { filter: await toActingFilter(actor, filter ?? {}) };
}

/** How often a batch is started again when the database is busy, as with an import that holds one of its leads. */
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` for one batch after another. Each is one transaction that locks its leads, so locks are short and
 * finished batches stay if a later one fails. Leads created after the start are excluded. `work` returns the ids of its
 * batch.
 * @throws AppError what `work` throws; after a finished batch the message contains how many leads are done
 */
async function forEachBatch(
  actor: Actor,
  selected: SelectedLeads,
  limit: number,
  work: (selection: repository.LeadSelection, batch: repository.Batch) => Promise<number[]>,
): Promise<void> {
  const selection = await toSelection(actor, selected);
  const upTo = await repository.findLastId(actor.ownerId);
  let done = 0;
  for (let after = 0; ; ) {
    const batch = { after, upTo, limit };
    const ids = await retryWhileBusy(() => transaction(() => work(selection, batch))).catch(
      (error: unknown) => {
        throw done > 0 && error instanceof AppError ? describePart(error, done) : error;
      },
    );
    after = ids.at(-1) ?? upTo;
    done += ids.length;
    if (ids.length < limit) return;
  }
}

async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === "unavailable";
      if (!isBusy || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function describePart(error: AppError, done: number): AppError {
  const part = countOf(done, "lead já foi tratado", "leads já foram tratados");
  const reason = error.message || errorCopy[error.code];
  return new AppError(error.code, `${part}, o resto não. ${reason}`, {
    fields: error.fields,
    retryAfterSeconds: error.retryAfterSeconds,
    cause: error,
  });
}
