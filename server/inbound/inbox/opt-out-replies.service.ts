import type { AnswerReading } from "@/lib/domain/answers/read-answer";
import { classifyReply } from "@/lib/domain/messages/opt-out";
import { markLeadAnswered, unmarkLeadOptedOut } from "@/server/leads/leads/lead-marks.service";
import { findShortRepliesSince } from "@/server/messaging/messages/messages.service";
import {
  flagReply,
  hasOptOutEnd,
  type Reply,
  recordOffersOff,
  recordOffersOn,
  recordOptOut,
  recordReturn,
} from "@/server/messaging/opt-outs/opt-outs.service";
import type { OwnerId } from "@/server/platform/actor";

/** Longer words are cut here: the message itself contains all of them. */
const MAX_WORDS = 500;

/**
 * Applies a contact's words that certainly ask for no more messages, or for messages again. Each message has its effect
 * once, even if it is reported several times. Returns the status that the reply gives its lead. `mayReturn` is false
 * for words whose author is not certain: they end no opt-out. Call inside the transaction that stores the message,
 * before anything else reads it.
 */
export async function applyReply(
  ownerId: OwnerId,
  said: Reply,
  { mayReturn = true } = {},
): Promise<"opted_out" | "answered"> {
  const reply = { ...said, words: said.words.slice(0, MAX_WORDS) };
  switch (classifyReply(said.words)) {
    case "opt_out":
      return (await recordOptOut(ownerId, reply)) ? "opted_out" : "answered";
    case "return":
      if (mayReturn && (await recordReturn(ownerId, reply))) {
        await unmarkLeadOptedOut(ownerId, reply.phoneKey, "reply");
      }
      return "answered";
    case null:
      return "answered";
  }
}

/** Applies a contact's choice in WhatsApp's own switch for promotions. Call inside a transaction. */
export async function applyPreference(
  ownerId: OwnerId,
  chosen: Omit<Reply, "words">,
  allowed: boolean,
): Promise<void> {
  if (!allowed) {
    const isNew = await recordOffersOff(ownerId, chosen);
    if (isNew) await markLeadAnswered(ownerId, chosen.phoneKey, "opted_out");
    return;
  }
  if (await recordOffersOn(ownerId, chosen)) {
    await unmarkLeadOptedOut(ownerId, chosen.phoneKey, "reply");
  }
}

/**
 * Applies a contact's words from before the pairing. Histories come newest first or oldest first, so words that were
 * withdrawn since have no effect. It is too late for a confirmation. Call inside a transaction.
 */
export async function applyPastReply(
  ownerId: OwnerId,
  said: Reply,
  reading: AnswerReading | null,
): Promise<void> {
  const kind = classifyReply(said.words);
  if (kind === null && !reading?.leavesSurely) return;
  const reply = { ...said, words: said.words.slice(0, MAX_WORDS) };
  if (kind === "return") {
    if (await recordReturn(ownerId, reply)) {
      await unmarkLeadOptedOut(ownerId, reply.phoneKey, "reply");
    }
    return;
  }
  const { phoneKey, saidAt } = reply;
  const later = await findShortRepliesSince(ownerId, phoneKey, saidAt);
  if (later.some((words) => classifyReply(words) === "return")) return;
  if (await hasOptOutEnd(ownerId, phoneKey, saidAt)) return;
  if (kind === null) return flagReply(ownerId, reply);
  if (await recordOptOut(ownerId, reply, { confirms: false })) {
    await markLeadAnswered(ownerId, phoneKey, "opted_out");
  }
}
