import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { Id, Instant } from "@/lib/contracts/shared/fields";
import { TRACED_SOURCES, TRACED_STATES } from "@/lib/domain/messages/message-trace";

const NullableText = z.nullable(z.string());

const TracedMessage = z.object({
  /** Its source and its row's id, as `campaign-12`. */
  id: z.string(),
  source: z.enum(TRACED_SOURCES),
  state: z.enum(TRACED_STATES),
  /** When it was sent or given up; for a message that waits, the earliest time at which it may be sent. Null when unknown. */
  at: z.nullable(Instant),
  /** Why it did not go out, or what it waits for, in words. */
  reason: NullableText,
  /** For a campaign's message: its campaign, run and step. */
  activity_id: z.nullable(z.number()),
  run_id: z.nullable(z.number()),
  step: z.nullable(z.number()),
  /** The beginning of the log's `jobId` for the job that sends it; null if no job sends it. */
  job: NullableText,
  /** The log's id of the request that created the job; null if it is unknown. */
  request_id: NullableText,
  /** The message's id from the provider, or the one that we chose. */
  message_id: NullableText,
});
export type TracedMessage = z.infer<typeof TracedMessage>;

export const MessageTrace = z.object({
  /** The reasons why nothing can be sent to the number now, in words. */
  held: z.array(z.string()),
  /** The latest first, at most 20 of each source. */
  messages: z.array(TracedMessage),
});
export type MessageTrace = z.infer<typeof MessageTrace>;

export const messageTrace = {
  read: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}/messages",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary:
      "What became of an account's messages to a number, and why; that it was looked up is audited",
    params: z.object({ userId: Id }),
    query: z.object({ number: z.string().check(z.trim(), z.maxLength(30, "Número inválido.")) }),
    response: MessageTrace,
  }),
};
