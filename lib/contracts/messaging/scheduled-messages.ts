import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, Instant } from "@/lib/contracts/shared/fields";
import { CHAT_ID_MAX_LENGTH, MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { SCHEDULED_STATES } from "@/lib/domain/messages/scheduled-message";
import { requiredText } from "@/lib/domain/text/required-text";

/** A text that goes out later. */
export const ScheduledMessage = z.object({
  id: z.number(),
  /** Who of the account made it; null where that is not known. */
  person_id: z.nullable(z.number()),
  /** WhatsApp's id of the chat. */
  contactNumber: z.string(),
  content: z.string(),
  send_at: Instant,
  stays: z.boolean(),
  state: z
    .enum(SCHEDULED_STATES)
    .check(
      z.describe(
        "`answered`: the person wrote first, and it does not go out. `failed`: it did not go out, see `detail`.",
      ),
    ),
  /** Why it did not go out, or why it is late, as a sentence. */
  detail: z.nullable(z.string()),
  created_at: Instant,
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

export const NO_TIME = "Escolha quando enviar.";
const content = requiredText("Escreva a mensagem.", MESSAGE_MAX_LENGTH);
const send_at = z
  .string(NO_TIME)
  .check(
    z.maxLength(40, NO_TIME),
    z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d/, NO_TIME),
    z.describe("An instant, or a wall-clock time in São Paulo such as `2026-11-23T09:00`."),
  );
const stays = z
  .boolean()
  .check(z.describe("It goes out even when the person has written before; otherwise it does not."));

export const NewScheduledMessage = z.strictObject({
  to: z.string("Escolha para quem.").check(z.minLength(1), z.maxLength(CHAT_ID_MAX_LENGTH)),
  content,
  send_at,
  stays: z._default(stays, false),
});

export const ScheduledMessageChange = z.strictObject({
  content: z.optional(content),
  send_at: z.optional(send_at),
  stays: z.optional(stays),
});

const answer = z.object({ scheduled_message: ScheduledMessage });

export const scheduledMessages = {
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/scheduled_messages",
    access: "member",
    sight: "narrowed",
    summary: "Texts that are to go out later, the earliest first, and those that did not go out",
    query: z.object({
      to: z
        .optional(z.string().check(z.maxLength(CHAT_ID_MAX_LENGTH)))
        .check(z.describe("Those of one chat, by its number or WhatsApp's id.")),
    }),
    response: z.object({ scheduled_messages: z.array(ScheduledMessage) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/whatsapp/scheduled_messages",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Have a text sent at a later time, unless the person writes first",
    body: NewScheduledMessage,
    status: 201,
    response: answer,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/whatsapp/scheduled_messages/{id}",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Change a text that waits to be sent",
    params: IdParam,
    body: ScheduledMessageChange,
    response: answer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/whatsapp/scheduled_messages/{id}",
    access: "member",
    sight: "narrowed",
    summary: "Cancel a text that waits to be sent, or forget one that did not go out",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
