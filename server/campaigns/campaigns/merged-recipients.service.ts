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
 * One company gets one message of a run. While a message to it is on its way, no other run writes to it either: only
 * its outcome says that the lead was contacted.
 */
async function skipDoubles(
  ownerId: UserId,
  leadIds: readonly number[],
  survivorId: number,
): Promise<void> {
  const recipients = await repository.lockRecipients(ownerId, leadIds);
  const pending = recipients.filter(({ state }) => state === "pending");
  const isOnItsWay = recipients.some(({ state }) => state === "sending");
  const skipped = pending.filter((recipient) => {
    if (isOnItsWay) return true;
    const inRun = recipients.filter(({ run_id }) => run_id === recipient.run_id);
    if (inRun.some(({ state }) => state === "sent" || state === "unknown")) return true;
    const waiting = inRun.filter(({ state }) => state === "pending");
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
