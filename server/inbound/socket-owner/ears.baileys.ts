import type { BinaryNode, WASocket } from "baileys";
import type { Hearing } from "@/lib/domain/whatsapp/hearing";
import { settledWithin } from "@/server/platform/within";
import { isIgnoredChat } from "./events.baileys";

/** Finds out whether an open connection still carries messages. */
export interface Ears {
  /** When the server last sent something without a request. */
  readonly heardAt: Date;
  /** When it last sent anything. */
  readonly answeredAt: Date;
  /** Ids of personal messages that arrived and were not reported yet, oldest first. */
  readonly unreported: ReadonlySet<string>;
  probe(): Promise<Hearing>;
}

const SERVER = "@s.whatsapp.net";
const MAX_UNREPORTED = 1_000;
/** Stanzas that the server sends without a request. */
const BROUGHT = new Set(["message", "receipt", "notification", "call"]);

/** `patienceMs`: how long an answer to a probe may take. */
export function listenTo(
  { proto, jidNormalizedUser, generateMessageIDV2 }: typeof import("baileys"),
  sock: WASocket,
  patienceMs: number,
): Ears {
  let heardAt = new Date();
  let answeredAt = new Date();
  const unreported = new Set<string>();
  const waiting: (() => void)[] = [];

  sock.ws.on("frame", (frame: BinaryNode | Uint8Array) => {
    answeredAt = new Date();
    if (frame instanceof Uint8Array || !BROUGHT.has(frame.tag)) return;
    heardAt = answeredAt;
    for (const resolve of waiting.splice(0)) resolve();
    const { id, from = "", category } = frame.attrs;
    if (frame.tag !== "message" || !id || category === "peer" || isIgnoredChat(from)) return;
    if (unreported.size < MAX_UNREPORTED) unreported.add(id);
  });
  sock.ev.on("messages.upsert", ({ messages }) => {
    for (const { key } of messages) if (key.id) unreported.delete(key.id);
  });

  /** Whether the server answers a request; any answer counts. */
  async function answers(): Promise<boolean> {
    const asked = answeredAt;
    const ping = { tag: "ping", attrs: {} };
    const attrs = { to: SERVER, type: "get", xmlns: "w:p" };
    const answer = await sock
      .query({ tag: "iq", attrs, content: [ping] }, patienceMs)
      .catch(() => undefined);
    return answer !== undefined || answeredAt > asked;
  }

  /**
   * Whether the library still works: it processes one message at a time, so one that never ends holds up all others.
   */
  async function works(): Promise<boolean> {
    const isFree = sock.messageMutex.mutex(async () => true);
    if ((await settledWithin(patienceMs, isFree)) !== true) return false;
    // Messages processed without a report were not meant for a user.
    unreported.clear();
    return true;
  }

  /**
   * Requests a message that does not exist from our own phone. The phone confirms everything that one of its devices
   * sends it, with a stanza that the server has to deliver. Users see nothing of this.
   */
  async function askPhone(): Promise<Hearing> {
    const me = jidNormalizedUser(sock.user?.id);
    const messageId = generateMessageIDV2(me);
    const { ProtocolMessage, PeerDataOperationRequestType } = proto.Message;
    const question = {
      peerDataOperationRequestType: PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
      placeholderMessageResendRequest: [
        { messageKey: { remoteJid: me, fromMe: true, id: messageId } },
      ],
    };
    const brought = new Promise<"brought">((resolve) => waiting.push(() => resolve("brought")));
    const taken = sock.waitForMessage(messageId, patienceMs).catch(() => undefined);
    try {
      const protocolMessage = {
        type: ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_MESSAGE,
        peerDataOperationRequestMessage: question,
      };
      await sock.relayMessage(
        me,
        { protocolMessage },
        { messageId, additionalAttributes: { category: "peer", push_priority: "high_force" } },
      );
    } catch {
      // Without the phone's keys it cannot be asked, which says nothing about the connection.
      return "hears";
    }
    if ((await Promise.race([taken, brought])) === undefined) return "mute";
    return (await settledWithin(patienceMs, brought)) === "brought" ? "hears" : "deaf";
  }

  return {
    get heardAt() {
      return heardAt;
    },
    get answeredAt() {
      return answeredAt;
    },
    unreported,
    async probe() {
      if (!(await answers())) return "mute";
      if (!(await works())) return "stuck";
      return askPhone();
    },
  };
}
