import { classifyReply } from "@/lib/domain/messages/opt-out";
import type { UserId } from "@/server/actor";
import { unmarkLeadOptedOut } from "@/server/leads/leads.service";
import {
  flagReply,
  type Reply,
  recordOptOut,
  recordReturn,
} from "@/server/opt-outs/opt-outs.service";

/** Longer words are cut where they are kept: the message itself has them all. */
const MAX_WORDS = 500;

/**
 * Does what a contact's words ask for: no more messages, messages again, or a person's decision. Each message has its
 * effect once, however often it is reported. Returns the status that the reply gives its lead. Call inside the
 * transaction that stores the message, before anything else reads it.
 */
export async function applyReply(ownerId: UserId, said: Reply): Promise<"opted_out" | "answered"> {
  const reply = { ...said, words: said.words.slice(0, MAX_WORDS) };
  switch (classifyReply(said.words)) {
    case "opt_out":
      return (await recordOptOut(ownerId, reply)) ? "opted_out" : "answered";
    case "return":
      if (await recordReturn(ownerId, reply)) {
        await unmarkLeadOptedOut(ownerId, reply.phoneKey, "reply");
      }
      return "answered";
    case "complaint":
      await flagReply(ownerId, reply);
      return "answered";
    case null:
      return "answered";
  }
}
