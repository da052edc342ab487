import * as z from "zod/mini";
import { ChatIntent, Intent } from "@/lib/contracts/messaging/answers";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Id, Instant, PageNumber, pageQuery, pageSize } from "@/lib/contracts/shared/fields";
import { MEDIA_MAX_BYTES, MEDIA_STATES } from "@/lib/domain/media/media-limits";
import {
  CAPTION_MAX_LENGTH,
  describeSizeLimit,
  FILE_NAME_MAX_LENGTH,
  SENT_MEDIA_KINDS,
} from "@/lib/domain/media/sent-media";
import { CHAT_FILTERS, CHAT_MESSAGE_STATUSES } from "@/lib/domain/messages/chat-message";
import { LAST_MESSAGE_KINDS, MESSAGE_KINDS, REACTIONS } from "@/lib/domain/messages/message-kind";
import { CHAT_ID_MAX_LENGTH, MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { requiredText } from "@/lib/domain/text/required-text";

export const Chat = z.object({
  /**
   * WhatsApp's id of the chat: the number, or an opaque id, with a suffix after @. With another number of the account
   * than the default one, `~` and its id follow.
   */
  contactNumber: z.string(),
  /** Digits with country code; null while only an opaque id is known. */
  number: z.nullable(z.string()),
  /** How WhatsApp shows a person who hides the number, without the at sign; null where WhatsApp gives none. */
  username: z.nullable(z.string()),
  /** The lead's name, else the contact's, else the user name, else the number. */
  name: z.string(),
  /** When the person last went on under another number or id, and which one it was before (a number, where it is known). */
  moved: z.nullable(z.object({ from: z.nullable(z.string()), at: Instant })),
  /** Null where the last message has no words, such as a photo without a caption, or was deleted. */
  lastMessage: z.nullable(z.string()),
  lastMessageKind: z.enum(LAST_MESSAGE_KINDS),
  timestamp: z.nullable(Instant),
  unreadCount: z.number(),
  pictureUrl: z.nullable(z.string()),
  leadId: z.nullable(z.number()),
  archived: z.boolean(),
  waiting: z.boolean().check(z.describe("Nobody has answered what the contact wrote last.")),
  intent: z.nullable(ChatIntent).check(z.describe("Null where nobody has written words.")),
  sellerId: z
    .nullable(z.number())
    .check(z.describe("Who of the account answers it, as `GET /api/team` names them.")),
  numberId: z
    .nullable(z.number())
    .check(z.describe("Which of the account's numbers it is with; null while it has none.")),
});
export type Chat = z.infer<typeof Chat>;

/** The message that another one answers. */
const QuotedMessage = z.object({
  /** Null when it is not known here: the other fields then say nothing. */
  id: z.nullable(z.number()),
  mine: z.boolean(),
  kind: z.enum(MESSAGE_KINDS),
  /** Its beginning. */
  content: z.nullable(z.string()),
  deleted: z.boolean(),
});

/** The file of a message; its content is at MEDIA_PATH. */
const ChatMedia = z.object({
  state: z.enum(MEDIA_STATES),
  /** What its content says once it is stored; before that, what its sender says. */
  mime: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  fileName: z.nullable(z.string()),
  seconds: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Whether the page can show or play it; otherwise it can only be downloaded. */
  shown: z.boolean(),
});
export type ChatMedia = z.infer<typeof ChatMedia>;

export const ChatMessage = z.object({
  id: z.number(),
  /** 'me', or the contact's number or chat id. */
  sender: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  /** The words, such as a caption; null without any, and once it was deleted. */
  content: z.nullable(z.string()),
  timestamp: Instant,
  status: z.enum(CHAT_MESSAGE_STATUSES),
  /** Why it failed, in words; null where WhatsApp does not say. */
  failure: z.nullable(z.string()),
  /** What Meta charges it as; null for a received message, and until Meta reports the charge. */
  charge: z.nullable(
    z.object({
      category: z
        .string()
        .check(z.describe("Meta's word: SERVICE, UTILITY, MARKETING or another.")),
      billable: z.boolean(),
      micros: z
        .nullable(z.number())
        .check(z.describe("Its price in millionths of a real; null where none is known.")),
    }),
  ),
  edited: z.boolean(),
  /** What it said before it was edited, the first text first. */
  earlier: z.array(z.object({ text: z.nullable(z.string()), timestamp: Instant })),
  /** Deleted for everyone. */
  deleted: z.boolean(),
  quoted: z.nullable(QuotedMessage),
  reactions: z.array(z.object({ emoji: z.string(), mine: z.boolean() })),
  media: z.nullable(ChatMedia),
  location: z.nullable(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
  contacts: z.array(z.object({ name: z.string(), numbers: z.array(z.string()) })),
  /** The meaning of a contact's message by itself; null for our own messages, and for events without words. */
  intent: z.nullable(Intent),
  personId: z
    .nullable(z.number())
    .check(z.describe("Who of the account sent it here; null for all others.")),
});

export type ChatMessage = z.infer<typeof ChatMessage>;

/**
 * A number in any spelling, or a chat's `contactNumber`. `~` and the id of one of the account's numbers may follow;
 * without it the default one is meant, or else the one with a conversation.
 */
export const ChatKey = z
  .string({ error: "WhatsApp number is required" })
  .check(z.trim(), z.minLength(1, "WhatsApp number is required"), z.maxLength(CHAT_ID_MAX_LENGTH));

/** Whose conversation the sender knowingly takes over: without it a message to a colleague's is refused. */
export const ExpectedSeller = z.optional(Id);

export const SentMessage = z.object({
  message_id: z.number().check(z.describe("The id of the message.")),
  timestamp: Instant,
  status: z.enum(CHAT_MESSAGE_STATUSES),
});

const Pixels = z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(20_000));
const Seconds = z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(86_400));

const { search } = pageQuery({ default: 200, max: 200 });
const MAX_PER_PAGE = 500;

/** GET, with ranges; `id` is the message's. Not an endpoint: its answer is the file. */
export const MEDIA_PATH = "/api/whatsapp/media/{id}";

export const chat = {
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/chats",
    access: "member",
    sight: "narrowed",
    summary: "My conversations, the latest first",
    query: z.object({
      page: z._default(PageNumber, 1),
      per_page: z._default(pageSize(200), 200),
      search,
      filter: z._default(z.enum(CHAT_FILTERS), "all"),
      /** Only those whose contact says this. */
      intent: z.optional(Intent),
      number_id: z
        .optional(Id)
        .check(z.describe("Only those with this one of the account's numbers.")),
      /** `next` of the page before: keeps its place while conversations move to the top. */
      after: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({
      data: z.object({ chats: z.array(Chat), next: z.nullable(z.string()) }),
    }),
  }),
  messages: endpoint({
    method: "GET",
    path: "/api/whatsapp/messages/{number}",
    access: "member",
    sight: "narrowed",
    summary: "The latest messages of a conversation, or those before one, oldest first",
    params: z.object({ number: ChatKey }),
    query: z.object({
      page: z._default(PageNumber, 1),
      per_page: z._default(pageSize(MAX_PER_PAGE), 50),
      /** Only messages before the one with this id. */
      before: z.optional(Id),
      /** `next` of the page before: its earliest message's id. */
      after: z.optional(
        z.string().check(z.maxLength(20), z.regex(/^\d{1,10}$/, "Cursor inválido.")),
      ),
    }),
    response: z.object({
      data: z.object({
        messages: z.array(ChatMessage),
        /** Whether there are earlier ones. */
        has_more: z.boolean(),
        next: z.nullable(z.string()),
      }),
    }),
  }),
  unread: endpoint({
    method: "GET",
    path: "/api/whatsapp/unread_count",
    access: "member",
    sight: "narrowed",
    summary:
      "How many messages nobody has read, in how many conversations of mine or nobody's; how many conversations may hold messages of two numbers, and how many mention me",
    response: z.object({
      data: z.object({
        unread_count: z.number(),
        chats: z.number(),
        mixed: z.number(),
        mentions: z
          .number()
          .check(z.describe("In how many conversations a note mentions me that I have not seen.")),
      }),
    }),
  }),
  markAsRead: endpoint({
    method: "POST",
    path: "/api/whatsapp/markAsRead",
    access: "member",
    sight: "narrowed",
    summary: "Mark a conversation as read",
    body: z.strictObject({ contactNumber: ChatKey }),
    response: z.object({ success: z.literal(true) }),
  }),
  archive: endpoint({
    method: "POST",
    path: "/api/whatsapp/archive",
    access: "member",
    sight: "narrowed",
    summary: "Put a conversation away until a new message comes, or bring it back",
    body: z.strictObject({ contactNumber: ChatKey, archived: z.boolean() }),
    response: z.object({ success: z.literal(true) }),
  }),
  typing: endpoint({
    method: "POST",
    path: "/api/whatsapp/typing",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Show the contact for some seconds that I am typing, or no longer",
    body: z.strictObject({ contactNumber: ChatKey, typing: z.boolean() }),
    response: z.object({ success: z.literal(true) }),
    rateLimit: { points: 120, windowSeconds: 60 },
  }),
  send: endpoint({
    method: "POST",
    path: "/api/whatsapp/send_message",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Send a text, at most once",
    body: z.strictObject({
      to: ChatKey,
      content: z.string({ error: "Escreva uma mensagem." }).check(
        z.refine((text) => text.trim() !== "", { error: "Escreva uma mensagem.", abort: true }),
        z.maxLength(
          MESSAGE_MAX_LENGTH,
          `A mensagem pode ter até ${MESSAGE_MAX_LENGTH} caracteres.`,
        ),
        z.describe("{{nome}} and the other variables of campaigns are filled for the contact."),
      ),
      /** The id of the message that this one answers. */
      quoted: z.optional(Id),
      expected_seller_id: ExpectedSeller,
    }),
    response: z.object({ data: SentMessage }),
    errors: ["conversation_taken"],
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  sendMedia: endpoint({
    method: "POST",
    path: "/api/whatsapp/send_media",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary:
      "Send a file as it is, at most once: a picture, a video, a sound or a document, by what its content says",
    query: z.object({
      to: ChatKey,
      caption: z.optional(
        z
          .string()
          .check(
            z.maxLength(
              CAPTION_MAX_LENGTH,
              `A legenda pode ter até ${CAPTION_MAX_LENGTH} caracteres.`,
            ),
          ),
      ),
      file_name: requiredText("Informe o nome do arquivo.", FILE_NAME_MAX_LENGTH),
      /** The id of the message that this one answers. */
      quoted: z.optional(Id),
      expected_seller_id: ExpectedSeller,
      /** As the page measured them; they only help to show it. */
      width: z.optional(Pixels),
      height: z.optional(Pixels),
      seconds: z.optional(Seconds),
    }),
    upload: {
      maxBytes: MEDIA_MAX_BYTES.document,
      tooLarge: describeSizeLimit("document"),
      spooled: true,
    },
    response: z.object({
      data: z.extend(SentMessage, {
        kind: z.enum(SENT_MEDIA_KINDS),
        /** What its content says. */
        mime: z.string(),
      }),
    }),
    errors: ["conversation_taken"],
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  react: endpoint({
    method: "POST",
    path: "/api/whatsapp/reactions/{id}",
    access: "member",
    sight: { message: "id" },
    scope: "send",
    summary: "Set my reaction to a message, or take it back",
    params: z.object({ id: Id }),
    body: z.strictObject({ emoji: z.nullable(z.enum(REACTIONS)) }),
    response: z.object({ success: z.literal(true) }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  requestMedia: endpoint({
    method: "POST",
    path: "/api/whatsapp/media/{id}/request",
    access: "member",
    sight: { message: "id" },
    summary: "Fetch the file of a message that was given up, or never fetched",
    params: z.object({ id: Id }),
    response: z.object({ success: z.literal(true) }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  resend: endpoint({
    method: "POST",
    path: "/api/whatsapp/send_message/{id}/resend",
    access: "member",
    sight: { message: "id" },
    scope: "send",
    summary: "Send a text again whose outcome is unknown",
    params: z.object({ id: Id }),
    response: z.object({ data: SentMessage }),
    errors: ["conversation_taken"],
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
};
