import type { IncomingMessage } from "node:http";
import type { ConnectionState, proto, WAMessageKey, WASocket, WAVersion } from "baileys";
import { LRUCache } from "lru-cache";
import { MEDIA_MAX_BYTES } from "@/lib/domain/media/media-limits";
import { readChatAddress } from "@/lib/domain/messages/chat-key";
import { getPatienceMs } from "@/lib/domain/whatsapp/hearing";
import { readQuota } from "@/lib/domain/whatsapp/new-chat-quota";
import type { MessageRef } from "@/server/messaging/gateway/whatsapp.gateway";
import type { WebhookContent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { settledWithin } from "@/server/platform/within";
import { loadAuth } from "./auth-state.baileys";
import { trackWrites } from "./credential-writes.baileys";
import { listenTo } from "./ears.baileys";
import { isIgnoredChat, toWhatsappEvents } from "./events.baileys";
import { createFileRefresher, uploadFile } from "./files.baileys";
import { createNumberedEvents } from "./lid-numbers.baileys";
import type { LiveSocket, SocketListener, SocketOptions } from "./live-socket.baileys";
import { createQuietLogger, silenceSignalLibrary } from "./quiet-logger.baileys";
import { getStatusCode, sendStanza } from "./send-stanza.baileys";

const QUERY_TIMEOUT_MS = 10_000;
/** The id of a number is worth a short wait; without it the message is sent anyway. */
const LID_MS = 3_000;
/** For the whole way from the first packet to a login, or to a code to be scanned. */
const OPEN_WITHIN_MS = 60_000;
/** The beginning and the continuation of a link by passkey. */
const PASSKEY_NOTIFICATIONS = ["passkey_prologue_request", "crsc_continuation"];
const MAX_SUBSCRIBED = 500;
const MAX_REMEMBERED = 100;

let library: Promise<typeof import("baileys")> | undefined;

function loadLibrary() {
  silenceSignalLibrary();
  // The library answers stanzas in listeners that nobody awaits: on a connection that was just cut, each of them
  // rejects, which would end the process and with it every other phone's connection.
  process.on("unhandledRejection", (reason) => {
    if (!isLibraryError(reason)) throw reason;
    logger.warn({ error: reason.message }, "whatsapp answer not sent");
  });
  return import("baileys");
}

/** The library's errors are Boom's, which no other code here throws. */
function isLibraryError(reason: unknown): reason is Error {
  return reason instanceof Error && "isBoom" in reason;
}

/** Opens a connection. The library is loaded on first use: it takes 20 MB. */
export async function openSocket(
  { instanceId, storage, findWords }: SocketOptions,
  listener: SocketListener,
): Promise<LiveSocket> {
  library ??= loadLibrary();
  const baileys = await library;
  const writes = trackWrites(storage);
  const auth = await loadAuth(baileys, writes.storage);
  const quietLogger = createQuietLogger(instanceId);
  const version = env.WHATSAPP_WEB_VERSION?.split(".").map(Number) as WAVersion | undefined;
  /** Of files: their keys are stored nowhere else. */
  const sentContents = new LRUCache<string, proto.IMessage>({ max: MAX_REMEMBERED });
  const sock = baileys.makeWASocket({
    ...(version && { version }),
    auth: auth.state,
    waWebSocketUrl: env.WHATSAPP_WEB_URL,
    logger: quietLogger,
    // The phone keeps notifying its person.
    markOnlineOnConnect: false,
    // The library reports a message of ours as soon as it is written, before WhatsApp has taken it: read as an echo,
    // that would confirm what may never have arrived.
    emitOwnEvents: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
    defaultQueryTimeoutMs: QUERY_TIMEOUT_MS,
    // A refused write means that the lease was lost: there is no reason to wait.
    transactionOpts: { maxCommitRetries: 3, delayBetweenTriesMs: 500 },
    shouldIgnoreJid: isIgnoredChat,
    customUploadHosts: env.WHATSAPP_MEDIA_HOST
      ? [{ hostname: env.WHATSAPP_MEDIA_HOST, maxContentLengthBytes: MEDIA_MAX_BYTES.document }]
      : [],
    // For a phone that could not decrypt a message of ours.
    getMessage: async ({ id }) => {
      const content = sentContents.get(id ?? "");
      if (content || !id) return content;
      const words = await findWords(id);
      // A caption is not the message.
      return words?.kind === "text" && words.content ? { conversation: words.content } : undefined;
    },
  });
  let open = false;
  let ended = false;
  let questionsAfterRefusal = 0;
  const askAfterRefusal = async () => {
    questionsAfterRefusal += 1;
    await sock.fetchAccountReachoutTimelock().catch(() => undefined);
    questionsAfterRefusal -= 1;
  };
  const fetchQuota = () => sock.fetchNewChatMessageCap().then(readQuota, () => null);
  const giveUp = (reason: string) => {
    if (!ended) void sock.end(new Error(reason));
  };
  const deadline = setTimeout(() => giveUp("not opened in time"), OPEN_WITHIN_MS);
  // The library listens to this event without an effect, so that its WebSocket leaves the answer, and the connection,
  // as they are. The status is HTTP's, none of WhatsApp's codes.
  sock.ws.on("unexpected-response", (_request: unknown, { statusCode }: IncomingMessage) => {
    giveUp(`the upgrade was answered with HTTP ${statusCode}`);
  });

  sock.ev.on("creds.update", () => writes.save(auth.saveCreds));
  sock.ev.on("connection.update", (update) => {
    if (ended) return;
    if (update.connection === "connecting") listener.onConnecting();
    if (update.qr || update.connection === "open" || update.connection === "close") {
      clearTimeout(deadline);
    }
    if (update.isNewLogin) listener.onPaired();
    if (update.qr) listener.onQr(update.qr);
    const lock = update.reachoutTimeLock;
    // After a refusal, the library may report that there is no lock: the refusal still holds.
    if (lock && (lock.isActive || questionsAfterRefusal === 0)) {
      listener.onContent(toRestriction(lock));
    }
    if (update.connection === "open") {
      open = true;
      listener.onOpen(getNumber(sock));
      void fetchQuota().then((quota) =>
        listener.onContent({ events: [{ type: "quota", quota }], rejected: [] }),
      );
    }
    if (update.connection === "close") {
      open = false;
      ended = true;
      const { error } = update.lastDisconnect ?? {};
      logger.debug({ instanceId, reason: error?.message }, "whatsapp connection ended");
      listener.onClose(getStatusCode(error));
    }
  });
  sock.ev.on("messaging-history.set", (history) => listener.onHistory(history));
  const report = (events: Parameters<typeof toWhatsappEvents>[0]) => {
    const content = toWhatsappEvents(events);
    if (content.events.length > 0 || content.rejected.length > 0) listener.onContent(content);
    // The library requests the end of a restriction only after another code.
    const restricted = content.events.some(({ type }) => type === "restriction");
    if (restricted) void askAfterRefusal();
  };
  const { lidMapping } = sock.signalRepository;
  const numbered = createNumberedEvents((lids) => lidMapping.getPNsForLIDs(lids));
  sock.ev.on("messages.upsert", ({ messages, type }) =>
    numbered.add(messages, (named) => report({ "messages.upsert": { messages: named, type } })),
  );
  sock.ev.on("messages.update", (updates) =>
    numbered.add(updates, (named) => report({ "messages.update": named })),
  );
  sock.ev.on("message-receipt.update", (receipts) =>
    numbered.add(receipts, (named) => report({ "message-receipt.update": named })),
  );
  for (const event of OTHER_EVENTS) {
    sock.ev.on(event, (data: unknown) => numbered.add([], () => report({ [event]: data })));
  }
  // The library acknowledges these and does nothing else: codes to scan would otherwise follow one another for ever.
  for (const type of PASSKEY_NOTIFICATIONS) {
    sock.ws.on(`CB:notification,type:${type}`, () => {
      if (!ended && !auth.paired) listener.onPasskeyAsked();
    });
  }
  // The library reports only refusals. A confirmation settles a send whose caller died.
  sock.ws.on("CB:ack,class:message", ({ attrs }: { attrs: Record<string, string> }) => {
    const { id, error } = attrs;
    if (!id || error) return;
    listener.onContent({ events: [{ type: "status", id, status: "sent" }], rejected: [] });
  });
  // Baileys confirms a message to the server before it reports it to us. If events stayed buffered until the whole
  // backlog is in, messages would be lost with the process.
  process.nextTick(() => sock.ev.flush());

  const subscribed = new LRUCache<string, true>({ max: MAX_SUBSCRIBED });
  /** WhatsApp reports typing only in subscribed chats: those that a user opened. */
  async function watchTyping(chatId: string) {
    if (subscribed.has(chatId)) return;
    subscribed.set(chatId, true);
    await sock.presenceSubscribe(chatId);
  }

  const isOpen = () => open;
  const ears = listenTo(baileys, sock, getPatienceMs(env.WHATSAPP_PROBE_SECONDS * 1_000));
  const { onUnconfirmed } = listener;
  const refreshFile = createFileRefresher(baileys, sock);

  async function toQuoted(chatId: string, quoted: MessageRef | null) {
    if (!quoted) return {};
    const words = await findWords(quoted.messageId);
    const message = { conversation: words?.content ?? "" };
    return { quoted: { key: toKey(chatId, quoted), message } };
  }

  return {
    paired: auth.paired,
    ears,
    isOpen,
    async sendText({ chatId, text, messageId, quoted }) {
      // No preview: it would be fetched from here.
      const content = { text, linkPreview: null };
      const options = { messageId, ...(await toQuoted(chatId, quoted)) };
      return sendStanza(sock, { chatId, messageId, isOpen, onUnconfirmed }, () =>
        sock.sendMessage(chatId, content, options),
      );
    },
    async sendMedia({ chatId, file, caption, messageId, quoted }, openFile) {
      const uploaded = await uploadFile(baileys, sock, { file, caption, open: openFile }).catch(
        (error: unknown) => {
          logger.warn({ instanceId, err: error }, "file not uploaded");
          return null;
        },
      );
      if (!uploaded) {
        return { outcome: "not_taken", retryAfterMs: null, detail: "Arquivo não enviado" };
      }
      const { message } = baileys.generateWAMessageFromContent(chatId, uploaded, {
        userJid: sock.user?.id ?? "",
        messageId,
        ...(await toQuoted(chatId, quoted)),
      });
      if (message) sentContents.set(messageId, message);
      return sendStanza(sock, { chatId, messageId, isOpen, onUnconfirmed }, () =>
        sock.relayMessage(chatId, message ?? uploaded, { messageId }),
      );
    },
    refreshFile,
    sendReaction({ chatId, messageId, to, emoji }) {
      const content = { react: { key: toKey(chatId, to), text: emoji ?? "" } };
      return sendStanza(sock, { chatId, messageId, isOpen, onUnconfirmed }, () =>
        sock.sendMessage(chatId, content, { messageId }),
      );
    },
    async markRead(chatId, messageIds) {
      await sock.readMessages(messageIds.map((id) => ({ remoteJid: chatId, id, fromMe: false })));
      await watchTyping(chatId);
    },
    async setTyping(chatId, typing) {
      await sock.sendPresenceUpdate(typing ? "composing" : "paused", chatId);
      await watchTyping(chatId);
    },
    async resolveNumber(number) {
      const results = await sock.onWhatsApp(number).catch(() => undefined);
      if (!results) return { outcome: "unknown" };
      const found = results.find(({ exists }) => exists);
      if (!found) return { outcome: "missing" };
      // An answer may contain only the id.
      const lid = await settledWithin(LID_MS, lidMapping.getLIDForPN(found.jid));
      const address = readChatAddress(found.jid, [lid]);
      return address
        ? { outcome: "exists", chatId: address.chatId, lid: address.lid }
        : { outcome: "unknown" };
    },
    fetchQuota,
    requestPairingCode: (number) => sock.requestPairingCode(number),
    logOut: () => sock.logout(),
    async end() {
      clearTimeout(deadline);
      sock.ev.flush();
      ended = true;
      open = false;
      await sock.end(undefined);
      await numbered.settle();
      await writes.settle();
    },
  };
}

const OTHER_EVENTS = [
  ...(["lid-mapping.update", "contacts.upsert", "contacts.update"] as const),
  ...(["presence.update", "message-capping.update"] as const),
];

function toKey(chatId: string, { messageId, fromMe }: MessageRef): WAMessageKey {
  return { remoteJid: chatId, id: messageId, fromMe };
}

function getNumber(sock: WASocket): string {
  return sock.user?.id.split("@")[0]?.split(":")[0] ?? "";
}

function toRestriction({
  isActive,
  timeEnforcementEnds,
}: NonNullable<ConnectionState["reachoutTimeLock"]>): WebhookContent {
  const active = isActive === true;
  const until = active ? (timeEnforcementEnds ?? null) : null;
  return { events: [{ type: "restriction", active, until }], rejected: [] };
}
