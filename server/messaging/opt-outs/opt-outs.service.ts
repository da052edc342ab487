import { asksErasure } from "@/lib/domain/messages/opt-out";
import { describeQuota, getQuota } from "@/lib/domain/plans/quotas";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import type { OwnerId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./opt-outs.repository";
import * as reviews from "./reviews.repository";

export {
  type AnswerSettings,
  claimConfirmation,
  findAnswerSettings,
  hasConfirmedElsewhere,
  insertConfirmation,
  setAnswerSettings,
} from "./confirmations.repository";
export { toOptOut, toShownNumber } from "./opt-outs.mapper";
export type { BlockedNumber, Reply } from "./opt-outs.repository";
export { blockAlso, hasEnd as hasOptOutEnd } from "./opt-outs.repository";
export { dismissReviews } from "./reviews.repository";

/** A confirmation that cannot be sent within this time is not sent at all: it would surprise the contact. */
const CONFIRM_WITHIN_S = 600;
/** Limits confirmations to a contact who leaves and returns often. */
const CONFIRM_EVERY_S = 86_400;
/** Limits the numbers reported for an imported file: the importing program already has them. */
const MOST_TOLD_NUMBERS = 100;

/**
 * Blocks a number that asked for it. Returns false when this message already had its effect. Campaigns check this
 * before each send. `confirms`: it may be answered with a confirmation. Call inside a transaction.
 */
export async function recordOptOut(
  ownerId: OwnerId,
  reply: repository.Reply,
  { confirms = true } = {},
): Promise<boolean> {
  if (!(await repository.insertReplyEvent(ownerId, "opted_out", reply))) return false;
  await repository.insertReplyOptOut(ownerId, reply, {
    confirmSeconds: confirms ? CONFIRM_WITHIN_S : null,
    pauseSeconds: CONFIRM_EVERY_S,
    tells: asksErasure(reply.words),
  });
  await reviews.deleteReviews(ownerId, [reply.phoneKey]);
  const told = { numbers: [reply.number ?? reply.phoneKey] };
  await recordEvent(ownerId, "opted_out", { metadata: { by: "reply" }, told });
  return true;
}

/**
 * Blocks a number that switched promotions off in WhatsApp itself, or of which WhatsApp reports that. Returns false
 * when this already had its effect. No confirmation is sent: it would be one more message. Call inside a transaction.
 */
export async function recordOffersOff(
  ownerId: OwnerId,
  chosen: Omit<repository.Reply, "words">,
): Promise<boolean> {
  const reply = { ...chosen, words: OFFERS_OFF };
  if (!(await repository.insertReplyEvent(ownerId, "opted_out", reply))) return false;
  if (!(await repository.insertPreference(ownerId, reply))) return false;
  const told = { numbers: [reply.number ?? reply.phoneKey] };
  await recordEvent(ownerId, "opted_out", { metadata: { by: "reply" }, told });
  return true;
}

const OFFERS_OFF = "Parou as promoções no WhatsApp";
const OFFERS_ON = "Voltou a aceitar promoções no WhatsApp";

/** Undoes what recordOffersOff recorded, and nothing else. Call inside a transaction. */
export async function recordOffersOn(
  ownerId: OwnerId,
  chosen: Omit<repository.Reply, "words">,
): Promise<boolean> {
  if (!(await repository.deletePreference(ownerId, { ...chosen, words: OFFERS_ON }))) return false;
  await recordEvent(ownerId, "opt_out_removed", { metadata: { by: "reply" } });
  return true;
}

/**
 * Removes an opt-out because its contact asks for that. Returns false when the contact had not opted out. Call inside a
 * transaction.
 */
export async function recordReturn(ownerId: OwnerId, reply: repository.Reply): Promise<boolean> {
  if (!(await repository.deleteReplyOptOut(ownerId, reply))) return false;
  await recordEvent(ownerId, "opt_out_removed", { metadata: { by: "reply" } });
  return true;
}

/**
 * Asks the user whether a reply is an opt-out, once per message. Campaigns skip the number meanwhile. Call inside a
 * transaction.
 */
export async function flagReply(ownerId: OwnerId, reply: repository.Reply): Promise<void> {
  if (!(await repository.insertReplyEvent(ownerId, "flagged", reply))) return;
  await reviews.upsertReview(ownerId, reply);
}

/**
 * Blocks numbers because a user decided so. Returns the keys that were not blocked before. Call inside a transaction.
 * @throws AppError quota_reached
 */
export async function blockNumbers(
  ownerId: OwnerId,
  numbers: readonly repository.BlockedNumber[],
  origin: { source: "person" | "import"; words?: string | null },
): Promise<string[]> {
  const added = await repository.insertOptOuts(ownerId, numbers, origin);
  await reviews.deleteReviews(
    ownerId,
    numbers.map(({ phoneKey }) => phoneKey),
  );
  if (added.length > 0) {
    // A contact's own request is never refused.
    if (!origin.words) await requireQuota(ownerId);
    const metadata = { by: origin.source };
    const told = { numbers: added.slice(0, MOST_TOLD_NUMBERS) };
    await recordEvent(ownerId, "opted_out", { quantity: added.length, metadata, told });
    publish(ownerId, "opt_outs.changed", {});
  }
  return added;
}

/** @throws AppError quota_reached */
async function requireQuota(ownerId: OwnerId): Promise<void> {
  const { plan, blocked } = await repository.lockAndCountOptOuts(ownerId);
  if (blocked > getQuota(plan, "blocked_numbers")) {
    throw new AppError("quota_reached", describeQuota(plan, "blocked_numbers"));
  }
}

/**
 * Removes a number from the blocked ones. Returns its key; null when it is not the owner's. Call inside a transaction.
 */
export async function unblockNumber(
  ownerId: OwnerId,
  id: number,
  reason: string,
): Promise<string | null> {
  const phoneKey = await repository.deleteOptOut(ownerId, id, reason);
  if (phoneKey !== null) {
    await recordEvent(ownerId, "opt_out_removed", { metadata: { by: "person" } });
    publish(ownerId, "opt_outs.changed", {});
  }
  return phoneKey;
}

/** Applies an opt-out of an opaque chat id to the number that it turned out to be. Call inside a transaction. */
export async function extendOptOut(ownerId: OwnerId, from: string, to: string): Promise<void> {
  await repository.copyOptOut(ownerId, from, to);
  await reviews.moveReview(ownerId, from, to);
}

/** Returns those of these keys that are blocked. */
export async function findOptedOut(
  ownerId: OwnerId,
  phoneKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(
    phoneKeys.length === 0 ? [] : await repository.findBlockedKeys(ownerId, phoneKeys),
  );
}

export function hasOptedOut(ownerId: OwnerId, phoneKey: string): Promise<boolean> {
  return repository.hasOptOut(ownerId, phoneKey);
}
