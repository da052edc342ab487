import { visitSite } from "@/server/discovery/sites/sites.service";
import { type SelectedLeads, sumOverBatches } from "@/server/leads/lead-table/lead-batches.service";
import { setSiteCheck } from "@/server/leads/leads/site-check.service";
import { type Actor, type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./site-checks.repository";

/** How many checks of one owner may wait at once. */
export const MOST_WAITING = 5_000;
const AT_ONCE = 32;
/** Enough for robots.txt and one page, each with its own limit, and the pauses between. */
const VISIT_MS = 35_000;
const CLAIM_S = 120;
/** A site that is not visited within this time is given up. */
const HOURS = 6;

/**
 * Queues visits to the sites of the selected leads. `waiting`: how many there are now, of which at most MOST_WAITING.
 */
export async function requestSiteChecks(
  actor: Actor,
  selected: SelectedLeads,
): Promise<{ queued: number; waiting: number }> {
  const queued = await sumOverBatches(actor, selected, (leadIds) =>
    repository.queueChecks(actor.ownerId, leadIds, MOST_WAITING),
  );
  return { queued, waiting: await repository.countChecks(actor.ownerId) };
}

/** Queues visits to the sites of restored leads again. Joins the current transaction. */
export async function queueVisits(ownerId: OwnerId, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length > 0) await repository.queueChecks(ownerId, leadIds, MOST_WAITING);
}

/** Visits the sites of leads that wait for a check, and stores what each visit found. */
export const checkSites = defineDuty({
  name: "check sites of leads",
  everyS: 2,
  run: async () => {
    const claimed = await repository.claimChecks(AT_ONCE, CLAIM_S);
    await Promise.all(claimed.map((each) => checkSite(each, AbortSignal.timeout(VISIT_MS))));
    for (const ownerId of new Set(claimed.map(({ owner_id }) => owner_id))) {
      publish(ownerOfRow(ownerId), "leads.changed", {});
    }
  },
});

/** Visits a claimed site and stores what the visit found. */
export async function checkSite(
  { owner_id, lead_id, name, website }: repository.ClaimedCheck,
  signal: AbortSignal,
): Promise<void> {
  const ownerId = ownerOfRow(owner_id);
  const { check } = await visitSite(website, { signal, fallbackName: name, onlyHome: true });
  // It was not visited in time, behind others of the same host or of searches: it is claimed again.
  if (check === null && signal.aborted && !(await repository.isOverdue(ownerId, lead_id, HOURS))) {
    return;
  }
  await transaction(async () => {
    if (check !== null) await setSiteCheck(ownerId, { leadId: lead_id, website, check });
    await repository.deleteCheck(ownerId, lead_id);
  });
}
