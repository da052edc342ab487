import type { UserId } from "@/server/platform/actor";
import type { LeadFollower } from "@/server/platform/lead-follower";
import * as repository from "./merged-recipients.repository";

const SKIPPED = "Juntado com outro lead desta prospecção";

/** Follow a lead that becomes part of another one; of several that wait, one gets its message, or none if one had it. */
export const recipientsOfLead: LeadFollower = {
  table: "campaign_recipients",
  move: async (ownerId, leadIds, toLeadId) => {
    await skipDoubles(ownerId, [...leadIds, toLeadId], toLeadId);
    await repository.chooseMerged(ownerId, leadIds, toLeadId);
    return repository.moveRecipientsToLead(ownerId, leadIds, toLeadId);
  },
  moveBack: repository.moveRecipientsBack,
};

/**
 * One company gets one message of each step of a run: what another of its leads was sent, or waits for, is not sent again.
 * While a message to another of them is on its way, no run writes to it either: only the outcome says that the lead was
 * contacted. A lead's own sequence goes on.
 */
async function skipDoubles(
  ownerId: UserId,
  leadIds: readonly number[],
  survivorId: number,
): Promise<void> {
  const recipients = await repository.lockRecipients(ownerId, leadIds);
  const pending = recipients.filter(({ state }) => state === "pending");
  const skipped = pending.filter((recipient) => {
    const others = recipients.filter(({ lead_id }) => lead_id !== recipient.lead_id);
    if (others.some(({ state }) => state === "sending")) return true;
    const inRun = others.filter(({ run_id }) => run_id === recipient.run_id);
    const had = inRun.filter(({ state }) => state === "sent" || state === "unknown");
    if (had.some(({ step }) => step >= recipient.step)) return true;
    const waiting = pending.filter(
      ({ run_id, step }) => run_id === recipient.run_id && step === recipient.step,
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
