import { z } from "zod";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import { toEvolutionContacts } from "./contacts.evolution";
import type { RejectedItem, WebhookContent, WhatsappEvent } from "./whatsapp.gateway";

const Envelope = z.object({ event: z.string(), data: z.unknown() });

/** Far beyond any id or name of WhatsApp's. */
const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 200;
/** WhatsApp's own limit of a text. */
const MAX_TEXT_LENGTH = 65_536;
/** Seconds since 1970 from 2001 to 2100: a number outside is milliseconds, or nonsense. */
const [FIRST_SECOND, LAST_SECOND] = [1_000_000_000, 4_102_444_800];

const Id = z.string().min(1).max(MAX_ID_LENGTH);

const Message = z.object({
  key: z.object({
    id: Id,
    remoteJid: Id,
    fromMe: z.boolean().catch(false),
    remoteJidAlt: Id.nullish(),
    // The phone of a LID chat in version 2.3.0.
    senderPn: Id.nullish(),
  }),
  pushName: z.string().nullish(),
  message: z.looseObject({ conversation: z.string().optional() }).nullish(),
  messageTimestamp: z.coerce.number().min(FIRST_SECOND).max(LAST_SECOND),
});

const StatusUpdate = z.object({ keyId: Id, status: z.string() });
const Connection = z.object({ state: z.string(), wuid: Id.nullish() });
const Qr = z.object({
  qrcode: z.object({ code: z.string().max(4_096), base64: z.string().max(200_000) }),
});

const CONTACT_EVENTS = new Set(["contacts.set", "contacts.upsert", "contacts.update"]);

const STATUSES: Record<string, MessageStatus> = {
  ERROR: "failed",
  PENDING: "pending",
  SERVER_ACK: "sent",
  DELIVERY_ACK: "delivered",
  READ: "read",
  PLAYED: "read",
};

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

/** Returns null for what is skipped. @throws z.ZodError */
function convert(event: string, item: unknown): WhatsappEvent | null {
  switch (event) {
    case "messages.upsert":
    case "send.message":
      return toMessage(item);
    case "messages.update":
      return toStatusUpdate(item);
    case "connection.update":
      return toConnection(item);
    case "logout.instance":
      return { type: "connection", status: "DISCONNECTED", number: null };
    case "qrcode.updated":
      return { type: "qr", qr: toQr(item) };
    default:
      return null;
  }
}

function toMessage(item: unknown): WhatsappEvent | null {
  const { key, pushName, message, messageTimestamp } = Message.parse(item);
  const spellings = [key.remoteJid, key.remoteJidAlt, key.senderPn];
  const phone = spellings.find((jid) => jid?.endsWith("@s.whatsapp.net"));
  if (!phone && !key.remoteJid.endsWith("@lid")) return null;
  return {
    type: "message",
    id: key.id,
    chatId: key.remoteJid,
    number: phone?.split("@")[0]?.split(":")[0] ?? null,
    fromMe: key.fromMe,
    // On our own messages the name is our own.
    name: key.fromMe ? null : (pushName?.slice(0, MAX_NAME_LENGTH) ?? null),
    text: message?.conversation?.slice(0, MAX_TEXT_LENGTH) ?? null,
    sentAt: new Date(messageTimestamp * 1000),
  };
}

function toStatusUpdate(item: unknown): WhatsappEvent | null {
  const { keyId, status } = StatusUpdate.parse(item);
  const known = STATUSES[status];
  return known ? { type: "status", id: keyId, status: known } : null;
}

function toConnection(item: unknown): WhatsappEvent {
  const { state, wuid } = Connection.parse(item);
  const number = wuid?.split("@")[0]?.split(":")[0] ?? null;
  if (state === "open") return { type: "connection", status: "CONNECTED", number };
  const status = state === "connecting" ? "CONNECTING" : "DISCONNECTED";
  return { type: "connection", status, number: null };
}

function toQr(item: unknown) {
  const { code, base64 } = Qr.parse(item).qrcode;
  return { code, image: base64 };
}

function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "body"}: ${issue?.code}`;
}
