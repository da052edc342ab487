import { z } from "zod";
import type { ConnectionStatus, QrCode } from "@/lib/contracts/messaging/whatsapp";
import { getNameEnding } from "@/lib/domain/media/media-labels";
import { readChatAddress } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import { toHistoryEvents } from "@/server/messaging/gateway/message-body.parse";
import type {
  ConnectionState,
  InstanceRef,
  MessageRef,
  NumberLookup,
  OutgoingFile,
  WhatsappGateway,
} from "@/server/messaging/gateway/whatsapp.gateway";
import { callOutside } from "@/server/platform/outside/call";
import { writeBase64Field } from "./base64-field.evolution";
import { createEvolutionClient, parseBody } from "./client.evolution";
import { toEvolutionContacts } from "./contacts.evolution";
import { downloadFile } from "./file-download.evolution";
import { findSent } from "./find-sent.evolution";
import { NOT_ON_WHATSAPP, toSendOutcome } from "./send-outcome.evolution";
import { parseEvolutionWebhook } from "./webhook.evolution";

/**
 * Evolution answers once WhatsApp has the file. Less than the callers' own limit, after which the outcome is looked up.
 */
const UPLOAD_TIMEOUT_MS = 180_000;
/** A lookup and the send after it must be over before the send counts as without an outcome (20 s). */
const LOOKUP_TIMEOUT_MS = 4_000;
/** How long Evolution shows that we are typing, and keeps the call open. */
const TYPING_MS = 3_000;
const EVENTS = [
  "QRCODE_UPDATED",
  "CONNECTION_UPDATE",
  "LOGOUT_INSTANCE",
  "MESSAGES_SET",
  "MESSAGES_UPSERT",
  "MESSAGES_UPDATE",
  "MESSAGES_EDITED",
  "MESSAGES_DELETE",
  "SEND_MESSAGE",
  "CONTACTS_SET",
  "CONTACTS_UPSERT",
  "CONTACTS_UPDATE",
  "PRESENCE_UPDATE",
  "CALL",
];

/**
 * A landline, or the mobile with a ninth digit before the same eight: Evolution's cache stores both under either
 * number.
 */
const TWIN = /^55[1-9]{2}9?[2-5]\d{7}$/;

const STATES: Record<string, ConnectionStatus> = {
  open: "CONNECTED",
  connecting: "CONNECTING",
  close: "DISCONNECTED",
};

const Qr = z.object({ code: z.string().min(1), base64: z.string().min(1) });
const Pairing = z.object({ pairingCode: z.string().regex(/^[A-Z0-9]{8}$/i) });
const Created = z.object({ hash: z.string().nullish() });
const Connected = z.object({ instance: z.object({ state: z.string() }) });
const FirstRow = z.object({ remoteJid: z.string() });
const LookedUp = z
  .array(
    z.object({
      exists: z.boolean(),
      jid: z.string().max(200),
      lid: z.string().max(200).nullish().catch(null),
    }),
  )
  .min(1);
const History = z.object({ messages: z.object({ records: z.array(z.unknown()) }) });

/** Evolution API v2 (tested with 2.3.7): REST with an `apikey` header, events by webhook. */
export function createEvolution(config: { baseUrl: string; apiKey: string }): WhatsappGateway {
  const client = createEvolutionClient(config);
  const { toUrl, at, request, requireAnswer } = client;

  async function getState(ref: InstanceRef): Promise<ConnectionState> {
    const { status, body } = await requireAnswer("GET", at("/instance/connectionState", ref), {
      token: ref.token,
    });
    const parsed = Connected.safeParse(status === 404 ? null : body);
    const known = parsed.success ? toStatus(parsed.data.instance.state) : "DISCONNECTED";
    return { status: known, problem: null };
  }

  return {
    provider: "evolution",
    ordersEvents: false,
    hidesRefusals: true,
    confusesNumber: (number) => TWIN.test(number),
    pairsByCode: true,
    credentials: null,
    templatesOutsideWindow: null,

    async ensureInstance(name, target) {
      const webhook = {
        enabled: true,
        ...target,
        byEvents: false,
        base64: false,
        events: EVENTS,
      };
      const created = await requireAnswer("POST", "/instance/create", {
        body: {
          instanceName: name,
          integration: "WHATSAPP-BAILEYS",
          qrcode: false,
          groupsIgnore: true,
          webhook,
        },
      });
      // 403: the instance exists from an earlier connection; its webhook may point elsewhere.
      if (created.status === 403) {
        await requireAnswer("POST", `/webhook/set/${encodeURIComponent(name)}`, {
          body: { webhook },
        });
        return null;
      }
      const parsed = Created.safeParse(created.body);
      if (created.status !== 201 || !parsed.success) {
        throw new AppError("unavailable", "O serviço de WhatsApp recusou a instância.", {
          cause: new Error(`Evolution answered ${created.status} to /instance/create`),
        });
      }
      return parsed.data.hash ?? null;
    },

    async connect(ref, phone) {
      const ask = (query: string) =>
        requireAnswer("GET", `${at("/instance/connect", ref)}${query}`, { token: ref.token });
      if (phone === undefined) return toConnect((await ask("")).body);
      const connect = toConnect((await ask(`?number=${phone}`)).body);
      if (connect.status === "CONNECTED" || connect.pairingCode) return connect;
      // While it shows QR codes it takes no number, so they are ended first.
      await request("DELETE", at("/instance/logout", ref), { token: ref.token });
      return toConnect((await ask(`?number=${phone}`)).body);
    },

    getState,

    async logOut(ref) {
      try {
        // 400 and 404, already logged out or deleted, are fine.
        await requireAnswer("DELETE", at("/instance/logout", ref), { token: ref.token });
      } catch (error) {
        // It may fail after the phone was logged out: two of Evolution's code paths delete the session.
        if ((await getState(ref)).status !== "DISCONNECTED") throw error;
      }
    },

    async sendText(ref, { number, text, messageId, quoted }) {
      const answer = await request("POST", at("/message/sendText", ref), {
        token: ref.token,
        body: {
          number,
          text,
          linkPreview: false,
          // 2.3.7 ignores messageId; 2.4 uses it.
          messageId,
          ...toQuoted(quoted),
        },
      });
      return toSendOutcome(answer);
    },

    async sendMedia(ref, { number, file, caption, messageId, quoted }, open) {
      const fields = {
        number,
        mediatype: file.kind,
        mimetype: file.mime,
        fileName: toFileName(file),
        ...(caption !== null && { caption }),
        messageId,
        ...toQuoted(quoted),
      };
      const answer = await callOutside(toUrl(at("/message/sendMedia", ref)), {
        method: "POST",
        headers: { apikey: ref.token ?? config.apiKey, "content-type": "application/json" },
        body: writeBase64Field(fields, "media", open(file)),
        timeoutMs: UPLOAD_TIMEOUT_MS,
      });
      const outcome = toSendOutcome(parseBody(answer));
      // The provider's text about any other refusal does not help a user.
      return outcome.outcome === "refused" && outcome.detail !== NOT_ON_WHATSAPP
        ? { ...outcome, because: "message", detail: "O WhatsApp recusou este arquivo." }
        : outcome;
    },

    async sendReaction(ref, { to, chatId, emoji }) {
      const answer = await request("POST", at("/message/sendReaction", ref), {
        token: ref.token,
        body: {
          key: { id: to.messageId, remoteJid: chatId, fromMe: to.fromMe },
          reaction: emoji ?? "",
        },
      });
      return toSendOutcome(answer);
    },

    async resolveNumber(ref, number): Promise<NumberLookup> {
      const answer = await request("POST", at("/chat/whatsappNumbers", ref), {
        token: ref.token,
        body: { numbers: [number] },
        timeoutMs: LOOKUP_TIMEOUT_MS,
      });
      const found = LookedUp.safeParse(answer.answered && answer.status < 300 ? answer.body : null);
      const [first] = found.data ?? [];
      if (!first) return { outcome: "unknown" };
      const address = first.exists ? readChatAddress(first.jid, [first.lid]) : null;
      if (!address) return { outcome: first.exists ? "unknown" : "missing" };
      return { outcome: "exists", chatId: address.chatId, lid: address.lid };
    },

    async setTyping(ref, { chatId, typing }) {
      await request("POST", at("/chat/sendPresence", ref), {
        token: ref.token,
        body: typing
          ? { number: chatId, presence: "composing", delay: TYPING_MS }
          : { number: chatId, presence: "paused", delay: 0 },
      });
    },

    downloadMedia: (ref, { messageId }, signal) =>
      downloadFile(toUrl(at("/chat/getBase64FromMediaMessage", ref)), {
        apikey: ref.token ?? config.apiKey,
        messageId,
        signal,
      }),

    async markRead(ref, { chatId, messageIds }) {
      await requireAnswer("POST", at("/chat/markMessageAsRead", ref), {
        token: ref.token,
        body: {
          readMessages: messageIds.map((id) => ({ id, fromMe: false, remoteJid: chatId })),
        },
      });
    },

    findSent: (ref, message) => findSent(client, ref, message),

    async findContacts(ref, { page, size }) {
      const { status, body } = await requireAnswer("POST", at("/chat/findContacts", ref), {
        token: ref.token,
        body: { where: {}, page, offset: size },
      });
      if (status >= 300 || !Array.isArray(body)) {
        throw new AppError("unavailable", "O serviço de WhatsApp não deu os contatos.", {
          cause: new Error(`Evolution answered ${status} to /chat/findContacts`),
        });
      }
      const first = FirstRow.safeParse(body[0]);
      return {
        contacts: toEvolutionContacts(body),
        first: first.success ? first.data.remoteJid : null,
        full: body.length >= size,
      };
    },

    async findHistory(ref, { since, page, size, chatId }) {
      const { status, body } = await requireAnswer("POST", at("/chat/findMessages", ref), {
        token: ref.token,
        body: {
          // The range counts only with both ends.
          where: {
            // Where a record has two addresses, versions differ in which of them comes first.
            ...(chatId && { key: { remoteJid: chatId, remoteJidAlt: chatId } }),
            messageTimestamp: { gte: since.toISOString(), lte: new Date().toISOString() },
          },
          page,
          offset: size,
        },
      });
      const found = History.safeParse(body);
      if (status >= 300 || !found.success) {
        throw new AppError("unavailable", "O serviço de WhatsApp não deu as conversas.", {
          cause: new Error(`Evolution answered ${status} to /chat/findMessages`),
        });
      }
      const { records } = found.data.messages;
      const oldestFirst = [...records].reverse();
      return { events: oldestFirst.flatMap(toHistoryEvents), full: records.length >= size };
    },

    parseWebhook: parseEvolutionWebhook,
  };
}

/** Evolution finds the quoted message by its id. */
function toQuoted(quoted: MessageRef | null | undefined) {
  return quoted ? { quoted: { key: { id: quoted.messageId, fromMe: quoted.fromMe } } } : {};
}

/** Evolution derives the type from the file name's extension and ignores the one that is passed. */
function toFileName({ kind, mime, fileName }: OutgoingFile): string {
  const ending = ENDINGS[mime] ?? "bin";
  if (kind !== "document") return `arquivo.${ending}`;
  const name = fileName ?? "arquivo";
  return getNameEnding(name) === null ? `${name}.${ending}` : name;
}

const ENDINGS: Readonly<Record<string, string>> = {
  // Evolution turns every picture into a JPEG.
  "image/jpeg": "jpg",
  "image/png": "jpg",
  "image/webp": "jpg",
  "image/gif": "jpg",
  "video/mp4": "mp4",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "application/pdf": "pdf",
};

function toStatus(state: string): ConnectionStatus {
  return STATES[state] ?? "DISCONNECTED";
}

function toConnect(body: unknown) {
  const connected = Connected.safeParse(body);
  if (connected.success) {
    return { status: toStatus(connected.data.instance.state), qr: null, pairingCode: null };
  }
  const qr = Qr.safeParse(body);
  const pairing = Pairing.safeParse(body);
  return {
    status: "CONNECTING" as const,
    qr: qr.success ? toQr(qr.data) : null,
    pairingCode: pairing.success ? pairing.data.pairingCode : null,
  };
}

function toQr({ code, base64 }: { code: string; base64: string }): QrCode {
  return { code, image: base64 };
}
