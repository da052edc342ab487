import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { createMessageId } from "@/server/messaging/gateway/message-ids.rule";
import type {
  InstanceRef,
  NumberLookup,
  SendOutcome,
  SentLookup,
  WhatsappGateway,
} from "@/server/messaging/gateway/whatsapp.gateway";
import { downloadFile, toUnavailable } from "./file-download.baileys";

/** How a process that does not hold the connection reaches the one that does. */
export interface SocketLine {
  requestSocket(instanceId: number): Promise<void>;
  dismissSocket(instanceId: number): Promise<void>;
  readSocket(instanceId: number): Promise<{ wanted: boolean; state: string; held: boolean } | null>;
  runCommand(instanceId: number, command: Asked & { answerWithinMs: number }): Promise<Result>;
  postCommand(instanceId: number, command: Asked): Promise<void>;
  findCommandResult(instanceId: number, key: string): Promise<Result | null>;
  /** WhatsApp reported a status of this message of ours. */
  hasReceipt(instanceId: number, messageId: string): Promise<boolean>;
}

interface Asked {
  key: string;
  kind: string;
  payload: unknown;
  takeWithinMs: number;
}
type Result = { state: "done"; outcome: unknown } | { state: "not_taken" } | { state: "unclear" };

const Connected = z.object({
  status: z.enum(["CONNECTED", "CONNECTING"]),
  qr: z.object({ code: z.string(), image: z.string() }).nullable(),
  pairingCode: z.string().nullable(),
});
const Sent = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("accepted"), providerMessageId: z.string(), chatId: z.string() }),
  z.object({ outcome: z.literal("refused"), detail: z.string() }),
  z.object({
    outcome: z.literal("not_taken"),
    retryAfterMs: z.number().nullable(),
    detail: z.string(),
  }),
  z.object({ outcome: z.literal("restricted"), until: z.coerce.date().nullable() }),
  z.object({ outcome: z.literal("unclear"), detail: z.string() }),
]);
const Resolved = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("exists"),
    chatId: z.string(),
    lid: z.string().nullable().default(null),
  }),
  z.object({ outcome: z.literal("missing") }),
  z.object({ outcome: z.literal("unknown") }),
]);

/** JSON has dates as text. */
const CycleEnd = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable();
const Quota = z.object({
  quota: z
    .discriminatedUnion("state", [
      z.object({
        state: z.literal("open"),
        total: z.number(),
        used: z.number(),
        cycleEnd: CycleEnd,
      }),
      z.object({ state: z.literal("unlimited") }),
      z.object({ state: z.literal("capped"), cycleEnd: CycleEnd }),
    ])
    .nullable(),
});

/**
 * See toMediaSource in server/inbound/socket-owner/events.baileys. A path that does not begin with a slash could name a
 * host.
 */
const File = z.object({
  type: z.enum(["image", "video", "audio", "document", "sticker"]),
  directPath: z.string().startsWith("/").max(2_000),
  mediaKey: z.base64().max(100),
});
const Refreshed = z.object({ directPath: z.string().startsWith("/").max(2_000).nullable() });

/** Less than the callers' own limit of 20 seconds, after which an outcome is looked up. */
const SEND = { takeWithinMs: 8_000, answerWithinMs: 15_000 };
/** For 100 MB. Less than the callers' own limit, like SEND. */
const SEND_MEDIA = { takeWithinMs: 8_000, answerWithinMs: 180_000 };
const ASK = { takeWithinMs: 5_000, answerWithinMs: 12_000 };
/** The phone uploads the file first. */
const REFRESH = { takeWithinMs: 5_000, answerWithinMs: 30_000 };
const TYPING_WITHIN_MS = 3_000;
/** Commands are deleted after a day. */
const REMEMBERED_MS = 23 * 3_600_000;

/**
 * WhatsApp without a server in between: one of our workers holds the connection (see docs/decisions/0012), and every
 * process reaches it by commands in PostgreSQL. Its events come without a webhook.
 */
export function createBaileys(line: SocketLine): WhatsappGateway {
  const run = (ref: InstanceRef, kind: string, payload: unknown, limits: typeof ASK) =>
    line.runCommand(ref.id, { key: randomUUID(), kind, payload, ...limits });

  async function send(
    ref: InstanceRef,
    command: { key: string; kind: string; payload: unknown },
    limits = SEND,
  ): Promise<SendOutcome> {
    const result = await line.runCommand(ref.id, { ...command, ...limits });
    if (result.state === "not_taken") {
      const socket = await line.readSocket(ref.id);
      return socket?.wanted
        ? { outcome: "not_taken", retryAfterMs: null, detail: "Nenhum processo conectado" }
        : { outcome: "disconnected", detail: "Sem conexão" };
    }
    const sent = result.state === "done" ? Sent.safeParse(result.outcome) : null;
    return sent?.success ? sent.data : { outcome: "unclear", detail: "Sem resposta" };
  }

  return {
    provider: "baileys",
    ordersEvents: true,
    pairsByCode: true,
    credentials: null,
    templatesOutsideWindow: null,

    async ensureInstance() {
      return null;
    },

    async connect(ref, phone = undefined) {
      await line.requestSocket(ref.id);
      const result = await run(ref, "connect", { phone: phone ?? null }, ASK);
      const outcome = result.state === "done" ? Connected.safeParse(result.outcome) : null;
      return outcome?.success
        ? outcome.data
        : { status: "CONNECTING", qr: null, pairingCode: null };
    },

    async getState(ref) {
      const socket = await line.readSocket(ref.id);
      if (!socket?.wanted) return { status: "DISCONNECTED", problem: null };
      const isOpen = socket.held && socket.state === "open";
      return { status: isOpen ? "CONNECTED" : "CONNECTING", problem: null };
    },

    async logOut(ref) {
      const socket = await line.readSocket(ref.id);
      if (!socket?.wanted) return;
      const result = await run(ref, "log-out", {}, ASK);
      // Without a worker the phone keeps the device in its list, but nothing connects it any more.
      if (result.state !== "done") await line.dismissSocket(ref.id);
    },

    async sendText(ref, { number, text, messageId, quoted }) {
      const payload = { chatId: toChatId(number), text, messageId, quoted: quoted ?? null };
      return send(ref, { key: toSendKey(messageId), kind: "send-text", payload });
    },

    /** The process that holds the connection reads the file: all processes share the store. */
    async sendMedia(ref, { number, file, caption, messageId, quoted }) {
      const { kind, mime, bytes, fileName, seconds, width, height, storageKey } = file;
      const named = { kind, mime, bytes, fileName, seconds, width, height, storageKey };
      const message = { chatId: toChatId(number), messageId, quoted: quoted ?? null };
      const payload = { ...message, caption, file: named };
      return send(ref, { key: toSendKey(messageId), kind: "send-media", payload }, SEND_MEDIA);
    },

    async sendReaction(ref, reaction) {
      const payload = { ...reaction, messageId: createMessageId() };
      return send(ref, { key: randomUUID(), kind: "send-reaction", payload });
    },

    async resolveNumber(ref, number): Promise<NumberLookup> {
      const result = await run(ref, "resolve-number", { number }, ASK);
      const found = result.state === "done" ? Resolved.safeParse(result.outcome) : null;
      return found?.success ? found.data : { outcome: "unknown" };
    },

    async fetchNewChatQuota(ref) {
      const result = await run(ref, "fetch-quota", {}, ASK);
      const told = result.state === "done" ? Quota.safeParse(result.outcome) : null;
      return told?.data?.quota ?? null;
    },

    async setTyping(ref, { chatId, typing }) {
      const payload = { chatId, typing };
      const takeWithinMs = TYPING_WITHIN_MS;
      await line.postCommand(ref.id, { key: randomUUID(), kind: "typing", payload, takeWithinMs });
    },

    /** Needs no connection, unless WhatsApp has deleted the file, which it does after some weeks. */
    async downloadMedia(ref, { messageId, chatId, fromMe, source }, signal) {
      const file = File.safeParse(source);
      if (!file.success) return toUnavailable("the message names no file");
      const download = await downloadFile(file.data, signal);
      if (download.outcome !== "gone") return download;
      const payload = { chatId, messageId, fromMe, mediaKey: file.data.mediaKey };
      const result = await run(ref, "refresh-file", payload, REFRESH);
      const refreshed = result.state === "done" ? Refreshed.safeParse(result.outcome) : null;
      const directPath = refreshed?.data?.directPath;
      if (!directPath) return toUnavailable("WhatsApp and the phone no longer have the file");
      const again = await downloadFile({ ...file.data, directPath }, signal);
      return again.outcome === "gone" ? toUnavailable("gone once more") : again;
    },

    async markRead(ref, read) {
      const result = await run(ref, "mark-read", read, ASK);
      if (result.state !== "done") {
        throw new AppError("unavailable", "O WhatsApp não respondeu.", {
          cause: new Error(`mark-read: ${result.state}`),
        });
      }
    },

    async findSent(ref, { number, messageId, since }): Promise<SentLookup> {
      const sent: SentLookup = {
        outcome: "sent",
        providerMessageId: messageId,
        chatId: toChatId(number),
      };
      if (await line.hasReceipt(ref.id, messageId)) return sent;
      const result = await line.findCommandResult(ref.id, toSendKey(messageId));
      if (!result) {
        // Its process died before it sent the command, or the command is so old that it was deleted.
        const remembered = Date.now() - since.getTime() < REMEMBERED_MS;
        return { outcome: remembered ? "not_sent" : "unknown" };
      }
      if (result.state === "not_taken") return { outcome: "not_sent" };
      const outcome = result.state === "done" ? Sent.safeParse(result.outcome) : null;
      if (!outcome?.success || outcome.data.outcome === "unclear") return { outcome: "unknown" };
      return outcome.data.outcome === "accepted" ? sent : { outcome: "not_sent" };
    },

    /** The address book and the history arrive as events. */
    async findContacts() {
      return { contacts: [], first: null, full: false };
    },

    async findHistory() {
      return { events: [], full: false };
    },

    parseWebhook: () => ({ events: [], rejected: [] }),
  };
}

function toSendKey(messageId: string): string {
  return `send-${messageId}`;
}

/** `number`: digits, or already the id of a chat. */
function toChatId(number: string): string {
  return number.includes("@") ? number : `${number}@s.whatsapp.net`;
}
