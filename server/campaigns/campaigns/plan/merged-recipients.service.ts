import type { MergeBody } from "@/lib/contracts/leads/lead-merges";
import * as repository from "@/server/campaigns/campaigns/merged-recipients.repository";
import * as merges from "@/server/leads/merges/lead-merges.service";
import type { Actor, OwnerId } from "@/server/platform/actor";

const SKIPPED = "Juntado com outro lead desta prospecção";

/**
 * Merges leads, whose campaigns go on with the one that stays.
 * @throws AppError not_found; invalid_input under survivor_id or choices.<field>
 */
export function mergeLeads(actor: Actor, body: MergeBody) {
  return merges.mergeLeads(actor, body, settleRecipients);
}

/** Of several recipients that wait, one gets its message, or none if one already had it. */
async function settleRecipients(
  ownerId: OwnerId,
  leadIds: readonly number[],
  toLeadId: number,
): Promise<void> {
  await skipDoubles(ownerId, [...leadIds, toLeadId], toLeadId);
  await repository.chooseMerged(ownerId, leadIds, toLeadId);
}

/**
 * One company gets each step's message of a campaign's time once: a message that one of its leads was sent, or waits for, is not
 * sent again. While a message to one of them is being sent, no run writes to the company: only the outcome shows that
 * the lead was contacted. The lead's own sequence continues.
 */
async function skipDoubles(
  ownerId: OwnerId,
  leadIds: readonly number[],
  survivorId: number,
): Promise<void> {
  const recipients = await repository.lockRecipients(ownerId, leadIds);
  const pending = recipients.filter(({ state }) => state === "pending");
  const skipped = pending.filter((recipient) => {
    const others = recipients.filter(({ lead_id }) => lead_id !== recipient.lead_id);
    if (others.some(({ state }) => state === "sending")) return true;
    const atTime = others.filter(({ time_id }) => time_id === recipient.time_id);
    const had = atTime.filter(({ state }) => state === "sent" || state === "unknown");
    if (had.some(({ step }) => step >= recipient.step)) return true;
    const waiting = pending.filter(
      ({ time_id, step }) => time_id === recipient.time_id && step === recipient.step,
    );
    const first = waiting.find(({ lead_id }) => lead_id === survivorId) ?? waiting[0];
    return recipient.id !== first?.id;
  });
  if (skipped.length === 0) return;
  await repository.skipMerged(
    ownerId,
    skipped.map(({ id }) => id),
    SKIPPED,
  );
}
