import { z } from "zod";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import { toEvolutionContacts } from "./contacts.evolution";
import type { WhatsappEvent } from "./whatsapp.gateway";

const Envelope = z.object({ event: z.string(), data: z.unknown() });

const Message = z.object({
  key: z.object({
    id: z.string().min(1),
    remoteJid: z.string(),
    fromMe: z.boolean().catch(false),
    remoteJidAlt: z.string().nullish(),
    // The phone of a LID chat in version 2.3.0.
    senderPn: z.string().nullish(),
  }),
  pushName: z.string().nullish(),
  message: z.looseObject({ conversation: z.string().optional() }).nullish(),
  messageTimestamp: z.coerce.number(),
});

const StatusUpdate = z.object({ keyId: z.string().min(1), status: z.string() });
const Connection = z.object({ state: z.string(), wuid: z.string().nullish() });
const Qr = z.object({ qrcode: z.object({ code: z.string(), base64: z.string() }) });

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
export function parseEvolutionWebhook(body: unknown): WhatsappEvent[] {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return [];
  // Settings use MESSAGES_UPSERT, bodies messages.upsert.
  const event = envelope.data.event.toLowerCase().replaceAll("_", ".");
  const items = Array.isArray(envelope.data.data) ? envelope.data.data : [envelope.data.data];
  if (CONTACT_EVENTS.has(event)) {
    const contacts = toEvolutionContacts(items);
    return contacts.length > 0 ? [{ type: "contacts", contacts }] : [];
  }
  return items.flatMap((item) => {
    switch (event) {
      case "messages.upsert":
      case "send.message":
        return toMessage(item);
      case "messages.update":
        return toStatusUpdate(item);
      case "connection.update":
        return toConnection(item);
      case "logout.instance":
        return { type: "connection" as const, status: "DISCONNECTED" as const, number: null };
      case "qrcode.updated":
        return toQr(item);
      default:
        return [];
    }
  });
}

function toMessage(item: unknown): WhatsappEvent[] {
  const parsed = Message.safeParse(item);
  if (!parsed.success) return [];
  const { key, pushName, message, messageTimestamp } = parsed.data;
  const spellings = [key.remoteJid, key.remoteJidAlt, key.senderPn];
  const phone = spellings.find((jid) => jid?.endsWith("@s.whatsapp.net"));
  if (!phone && !key.remoteJid.endsWith("@lid")) return [];
  return [
    {
      type: "message",
      id: key.id,
      chatId: key.remoteJid,
      number: phone?.split("@")[0]?.split(":")[0] ?? null,
      fromMe: key.fromMe,
      // On our own messages the name is our own.
      name: key.fromMe ? null : (pushName ?? null),
      text: message?.conversation ?? null,
      sentAt: new Date(messageTimestamp * 1000),
    },
  ];
}

function toStatusUpdate(item: unknown): WhatsappEvent[] {
  const parsed = StatusUpdate.safeParse(item);
  const status = parsed.success ? STATUSES[parsed.data.status] : undefined;
  return parsed.success && status ? [{ type: "status", id: parsed.data.keyId, status }] : [];
}

function toConnection(item: unknown): WhatsappEvent[] {
  const parsed = Connection.safeParse(item);
  if (!parsed.success) return [];
  const { state, wuid } = parsed.data;
  const number = wuid?.split("@")[0]?.split(":")[0] ?? null;
  if (state === "open") return [{ type: "connection", status: "CONNECTED", number }];
  const status = state === "connecting" ? "CONNECTING" : "DISCONNECTED";
  return [{ type: "connection", status, number: null }];
}

function toQr(item: unknown): WhatsappEvent[] {
  const parsed = Qr.safeParse(item);
  if (!parsed.success) return [];
  const { code, base64 } = parsed.data.qrcode;
  return [{ type: "qr", qr: { code, image: base64 } }];
}
