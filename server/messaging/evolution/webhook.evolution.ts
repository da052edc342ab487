import { z } from "zod";
import { getChatNumber, toPersonalChatId } from "@/lib/domain/messages/chat-key";
import { getCloseProblem } from "@/lib/domain/whatsapp/reconnect";
import {
  describeProblem,
  Id,
  toCallEvent,
  toDeletionEvent,
  toEditEvent,
  toMessageEvent,
  toTypingEvent,
  toUpdateEvent,
} from "@/server/messaging/gateway/message-body.parse";
import type {
  RejectedItem,
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import { toEvolutionContacts } from "./contacts.evolution";

const Envelope = z.object({
  event: z.string(),
  data: z.unknown().optional(),
  progress: z.number().nullish().catch(null),
});

/** Progress of the last part of a history; `isLatest` beside it is true for the first one. */
const WHOLE = 100;

const MAX_NAME_LENGTH = 200;

const Connection = z.object({
  state: z.string(),
  wuid: Id.nullish().catch(null),
  statusReason: z.number().nullish().catch(null),
});
const Qr = z.object({
  qrcode: z.object({ code: z.string().max(4_096), base64: z.string().max(200_000) }),
});

const CONTACT_EVENTS = new Set(["contacts.set", "contacts.upsert", "contacts.update"]);

/** Converts Evolution's webhook body to our events; skips groups, broadcasts and unknown events. */
export function parseEvolutionWebhook(body: unknown): WebhookContent {
  const content: WebhookContent = { events: [], rejected: [] };
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) {
    content.rejected.push({ event: "", reason: describeProblem(envelope.error), item: body });
    return content;
  }
  // Settings use MESSAGES_UPSERT, bodies messages.upsert.
  const event = envelope.data.event.slice(0, MAX_NAME_LENGTH).toLowerCase().replaceAll("_", ".");
  const items = Array.isArray(envelope.data.data) ? envelope.data.data : [envelope.data.data];
  if (CONTACT_EVENTS.has(event)) {
    const contacts = toEvolutionContacts(items);
    if (contacts.length > 0) content.events.push({ type: "contacts", contacts });
    return content;
  }
  if (event === "messages.set") {
    // The event contains the messages, thousands of them: those that are kept are requested page by page.
    const some = Array.isArray(envelope.data.data) && envelope.data.data.length > 0;
    const whole = envelope.data.progress === WHOLE;
    content.events.push({ type: "history", some, stored: false, whole });
    return content;
  }
  for (const item of items) {
    try {
      const converted = convert(event, item);
      if (converted) content.events.push(converted);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      content.rejected.push({ event, reason: describeProblem(error), item } satisfies RejectedItem);
    }
  }
  return content;
}

/** Returns null for an item that is skipped. @throws z.ZodError */
function convert(event: string, item: unknown): WhatsappEvent | null {
  switch (event) {
    case "messages.upsert":
      return toMessageEvent(item);
    case "send.message": {
      const sent = toMessageEvent(item);
      return sent?.type === "message" ? { ...sent, viaApi: true } : sent;
    }
    case "messages.update":
      return toUpdateEvent(item);
    case "messages.edited":
      return toEditEvent(item);
    case "messages.delete":
      return toDeletionEvent(item);
    case "connection.update":
      return toConnection(item);
    case "logout.instance":
    case "remove.instance":
      return { type: "connection", status: "DISCONNECTED", number: null, problem: null };
    case "call":
      return toCallEvent(item);
    case "presence.update":
      return toTypingEvent(item);
    case "qrcode.updated":
      return { type: "qr", qr: toQr(item) };
    default:
      return null;
  }
}

function toConnection(item: unknown): WhatsappEvent {
  const { state, wuid, statusReason } = Connection.parse(item);
  const number = wuid ? getChatNumber(toPersonalChatId(wuid) ?? "") : null;
  if (state === "open") return { type: "connection", status: "CONNECTED", number, problem: null };
  if (state === "connecting") {
    return { type: "connection", status: "CONNECTING", number: null, problem: null };
  }
  const problem = getCloseProblem(statusReason ?? null);
  return { type: "connection", status: "DISCONNECTED", number: null, problem };
}

function toQr(item: unknown) {
  const { code, base64 } = Qr.parse(item).qrcode;
  return { code, image: base64 };
}
