import type { BaileysEventMap } from "baileys";
import type { NewChatQuota } from "@/lib/domain/whatsapp/new-chat-quota";
import type {
  MessageRef,
  NumberLookup,
  OpenFile,
  OutgoingFile,
  SendOutcome,
} from "@/server/messaging/gateway/whatsapp.gateway";
import type { WebhookContent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import type { KeyStorage } from "./auth-state.baileys";
import type { Ears } from "./ears.baileys";
import type { ExpiredFile } from "./files.baileys";

type History = BaileysEventMap["messaging-history.set"];

/** What one connection reports. After `onClose` there is only content that arrived before it, until `end` resolves. */
export interface SocketListener {
  onConnecting(): void;
  onOpen(number: string): void;
  /** The phone accepted this device; the server asks for a restart. */
  onPaired(): void;
  onQr(code: string): void;
  /** WhatsApp wants a passkey before it links this device. */
  onPasskeyAsked(): void;
  onContent(content: WebhookContent): void;
  /** The server did not confirm a message in time. */
  onUnconfirmed(): void;
  onHistory(history: History): void;
  /** Null when the reason is not known. */
  onClose(code: number | null): void;
}

export interface SocketOptions {
  instanceId: number;
  storage: KeyStorage;
  /** The content of a stored message. */
  findWords(messageId: string): Promise<{ kind: string; content: string | null } | null>;
}

interface OutgoingText {
  chatId: string;
  text: string;
  messageId: string;
  quoted: MessageRef | null;
}

interface OutgoingMedia {
  chatId: string;
  file: OutgoingFile;
  caption: string | null;
  messageId: string;
  quoted: MessageRef | null;
}

interface OutgoingReaction {
  chatId: string;
  messageId: string;
  to: MessageRef;
  /** Null removes it. */
  emoji: string | null;
}

/** One connection to WhatsApp, from opening to closing. */
export interface LiveSocket {
  readonly paired: boolean;
  readonly ears: Ears;
  isOpen(): boolean;
  sendText(message: OutgoingText): Promise<SendOutcome>;
  sendMedia(message: OutgoingMedia, open: OpenFile): Promise<SendOutcome>;
  /** The file's present path; null when the phone does not upload it again. */
  refreshFile(file: ExpiredFile): Promise<string | null>;
  /** `messageId`: of the reaction itself. */
  sendReaction(reaction: OutgoingReaction): Promise<SendOutcome>;
  markRead(chatId: string, messageIds: string[]): Promise<void>;
  setTyping(chatId: string, typing: boolean): Promise<void>;
  resolveNumber(number: string): Promise<NumberLookup>;
  /** Null when WhatsApp does not say. */
  fetchQuota(): Promise<NewChatQuota | null>;
  /** Eight characters to be typed on the phone. */
  requestPairingCode(number: string): Promise<string>;
  /** Removes this device from the phone's list. */
  logOut(): Promise<void>;
  /** Closes the connection; waits until received content is reported, and for the last writes of keys. */
  end(): Promise<void>;
}
