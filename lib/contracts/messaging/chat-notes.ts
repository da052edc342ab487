import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam, Instant } from "@/lib/contracts/shared/fields";
import {
  CONVERSATION_NOTE_MAX_LENGTH,
  MOST_MENTIONS,
} from "@/lib/domain/messages/conversation-note";
import { requiredText } from "@/lib/domain/text/required-text";
import { ChatKey } from "./chat";

export const ConversationNote = z.object({
  id: z.number(),
  text: z.string(),
  person_id: z.number().check(z.describe("Who wrote it.")),
  author: z
    .nullable(z.string())
    .check(z.describe("Their name; null for somebody who is in the account no more.")),
  mentions: z
    .array(z.number())
    .check(z.describe("Whom of the account it mentions, as `GET /api/team` names them.")),
  created_at: Instant,
});
export type ConversationNote = z.infer<typeof ConversationNote>;

const NewConversationNote = z.strictObject({
  text: requiredText("Escreva a nota.", CONVERSATION_NOTE_MAX_LENGTH),
  mentions: z._default(
    arrayOf(Id, {
      max: MOST_MENTIONS,
      tooMany: `Uma nota menciona até ${MOST_MENTIONS} pessoas.`,
    }),
    [],
  ),
});
export type NewConversationNote = z.output<typeof NewConversationNote>;

const NumberParam = z.object({ number: ChatKey });

export const chatNotes = {
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/notes/{number}",
    access: "member",
    sight: "narrowed",
    summary: "The internal notes of a conversation, the newest first, at most 200",
    params: NumberParam,
    response: z.object({
      notes: z.array(ConversationNote),
      mentioned: z
        .boolean()
        .check(z.describe("Whether a note mentions me since I last opened the conversation.")),
    }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/whatsapp/notes/{number}",
    access: "member",
    sight: "narrowed",
    summary: "Write an internal note in a conversation, which its contact never gets",
    params: NumberParam,
    body: NewConversationNote,
    status: 201,
    response: z.object({ note: ConversationNote }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/conversation_notes/{id}",
    access: "member",
    sight: { conversation_note: "id" },
    summary: "Delete an internal note: its author, or whoever manages the account",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  readMentions: endpoint({
    method: "POST",
    path: "/api/whatsapp/mentions/read",
    access: "member",
    sight: "narrowed",
    summary: "Note that I have seen who mentions me in a conversation",
    body: z.strictObject({ contactNumber: ChatKey }),
    response: z.object({ success: z.literal(true) }),
  }),
};
