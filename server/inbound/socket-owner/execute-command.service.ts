import { z } from "zod";
import type { QrCode } from "@/lib/contracts/messaging/whatsapp";
import { SENT_MEDIA_KINDS } from "@/lib/domain/media/sent-media";
import type { NumberLookup, SendOutcome } from "@/server/messaging/gateway/whatsapp.gateway";
import { readSentMedia } from "@/server/messaging/media/sent-media.service";
import type { CommandRow } from "@/server/messaging/sockets/commands.service";
import type { LiveSocket } from "./live-socket.baileys";

/** The parts of the connection that commands may use. */
export interface SocketView {
  /** Null between two connections. */
  live: LiveSocket | null;
  /** The code to be scanned, while one is shown. */
  qr: QrCode | null;
  isOver: boolean;
  /** Ends the pairing where no connection is open. */
  abandon(): void;
}

const Connect = z.object({ phone: z.string().nullable() });
const Ref = z.object({ messageId: z.string(), fromMe: z.boolean() });
const Send = z.object({
  chatId: z.string(),
  text: z.string(),
  messageId: z.string(),
  quoted: Ref.nullable().default(null),
});
const SendFile = z.object({
  chatId: z.string(),
  caption: z.string().nullable(),
  messageId: z.string(),
  quoted: Ref.nullable(),
  file: z.object({
    kind: z.enum(SENT_MEDIA_KINDS),
    mime: z.string(),
    bytes: z.number(),
    fileName: z.string().nullable(),
    seconds: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    storageKey: z.string(),
  }),
});
const Refresh = z.object({
  chatId: z.string(),
  messageId: z.string(),
  fromMe: z.boolean(),
  mediaKey: z.string(),
});
const React = z.object({
  chatId: z.string(),
  messageId: z.string(),
  to: Ref,
  emoji: z.string().nullable(),
});
const Read = z.object({ chatId: z.string(), messageIds: z.array(z.string()) });
const Typing = z.object({ chatId: z.string(), typing: z.boolean() });
const Resolve = z.object({ number: z.string() });

const CLOSED: SendOutcome = { outcome: "not_taken", retryAfterMs: null, detail: "Sem conexão" };

/** WhatsApp gives the first code within a second or two. */
const QR_WITHIN_MS = 6_000;
const LOOK_AGAIN_MS = 50;

/** Executes another process's command on the connection; returns the outcome as it is stored. */
export async function executeCommand(view: SocketView, command: CommandRow): Promise<unknown> {
  const { live } = view;
  switch (command.kind) {
    case "connect":
      return connect(view, Connect.parse(command.payload).phone);
    case "log-out":
      if (live?.isOpen()) await live.logOut();
      else view.abandon();
      return {};
    case "send-text":
      return live ? live.sendText(Send.parse(command.payload)) : CLOSED;
    case "send-media":
      return live ? live.sendMedia(SendFile.parse(command.payload), readSentMedia) : CLOSED;
    case "refresh-file": {
      const expired = Refresh.parse(command.payload);
      return { directPath: live?.isOpen() ? await live.refreshFile(expired) : null };
    }
    case "send-reaction":
      return live ? live.sendReaction(React.parse(command.payload)) : CLOSED;
    case "mark-read": {
      const { chatId, messageIds } = Read.parse(command.payload);
      if (live?.isOpen()) await live.markRead(chatId, messageIds);
      return {};
    }
    case "typing": {
      const { chatId, typing } = Typing.parse(command.payload);
      if (live?.isOpen()) await live.setTyping(chatId, typing);
      return {};
    }
    case "resolve-number": {
      const unknown: NumberLookup = { outcome: "unknown" };
      const { number } = Resolve.parse(command.payload);
      return live?.isOpen() ? live.resolveNumber(number) : unknown;
    }
    case "fetch-quota":
      return { quota: live?.isOpen() ? await live.fetchQuota() : null };
    default:
      // A command from a newer version.
      return { outcome: "not_taken", retryAfterMs: null, detail: "Comando desconhecido" };
  }
}

/** Waits until a code can be shown, or until the phone is connected. */
async function connect(view: SocketView, phone: string | null) {
  const until = performance.now() + QR_WITHIN_MS;
  while (!view.isOver && performance.now() < until) {
    if (view.live?.isOpen()) return { status: "CONNECTED", qr: null, pairingCode: null };
    if (view.live && view.qr) {
      const pairingCode = phone ? await view.live.requestPairingCode(phone) : null;
      return { status: "CONNECTING", qr: view.qr, pairingCode };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return { status: "CONNECTING", qr: null, pairingCode: null };
}
