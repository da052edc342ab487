import type {
  ConnectionProblem,
  ConnectionStatus,
  QrCode,
} from "@/lib/contracts/messaging/whatsapp";
import type { SentMediaKind } from "@/lib/domain/media/sent-media";
import type { ListedTemplate } from "@/lib/domain/messages/listed-template";
import type { MessageKind } from "@/lib/domain/messages/message-kind";
import type { TemplateValues, WhatsappTemplate } from "@/lib/domain/messages/whatsapp-template";
import type { NewChatQuota } from "@/lib/domain/whatsapp/new-chat-quota";
import type {
  ProviderContact,
  RefusalReason,
  WebhookContent,
  WhatsappEvent,
} from "./whatsapp-events.gateway";

/** An instance at the provider. */
export interface InstanceRef {
  /** Our id. */
  id: number;
  name: string;
  /** The provider's token for this instance, if it uses one. */
  token: string | null;
  /** The business account that its number belongs to; null where the provider has none. */
  account: string | null;
}

export interface ConnectionState {
  status: ConnectionStatus;
  /** Null unless a person has to solve it. */
  problem: ConnectionProblem | null;
}

/** Where the provider posts its events. */
interface WebhookTarget {
  url: string;
  /** Sent with each post, to be verified. */
  headers: Record<string, string>;
}

export type SendOutcome =
  | { outcome: "accepted"; providerMessageId: string; chatId: string }
  /**
   * Permanent. Without `because`, or with `number`, this number cannot be contacted; otherwise `detail` explains to the
   * user what is wrong with the message, or whom it went to.
   */
  | { outcome: "refused"; detail: string; because?: RefusalReason }
  /**
   * The provider did not accept it; a retry may succeed. `retryAfterMs` is null where the provider was not reached and
   * so gave no delay. `ofContact`: other contacts can be written to meanwhile.
   */
  | { outcome: "not_taken"; retryAfterMs: number | null; detail: string; ofContact?: boolean }
  /** The account cannot send at all at the moment. */
  | { outcome: "disconnected"; detail: string; problem?: ConnectionProblem }
  /** WhatsApp refused it because this number may not write to strangers at the moment (error 463). */
  | { outcome: "restricted"; until: Date | null }
  /** No response, or an inconclusive one: the message may have been sent. */
  | { outcome: "unclear"; detail: string };

export type NumberLookup =
  /** `chatId` is the address to write to, independent of the number's spelling. */
  | {
      outcome: "exists";
      chatId: string;
      /** The same person's opaque id, where the provider reports it. */
      lid: string | null;
    }
  | { outcome: "missing" }
  /** The provider returns another person's address: it cannot reach this number. */
  | { outcome: "somebody_else" }
  /** The provider cannot tell or did not respond. */
  | { outcome: "unknown" };

export type SentLookup =
  | { outcome: "sent"; providerMessageId: string; chatId: string }
  | { outcome: "not_sent" }
  /** It went to another person than intended. */
  | { outcome: "somebody_else"; detail: string }
  /** The provider cannot tell. */
  | { outcome: "unknown" }
  /** The provider did not respond, or could not look: nothing is known until it is asked again. */
  | { outcome: "no_answer" };

/** A send whose response is missing. */
export interface SearchedSend {
  number: string;
  kind: MessageKind;
  /** The text or the caption. */
  text: string | null;
  /** The size of its file. */
  bytes: number | null;
  messageId: string;
  since: Date;
}

/** A message that is answered or reacted to. */
export interface MessageRef {
  /** The provider's id. */
  messageId: string;
  fromMe: boolean;
}

/** A file to be sent, which is in the store. */
export interface OutgoingFile {
  kind: SentMediaKind;
  /** The type detected from its content. */
  mime: string;
  bytes: number;
  /** Only for a document. */
  fileName: string | null;
  /** Only for audio and video. */
  seconds: number | null;
  /** Only for what is seen, in pixels. */
  width: number | null;
  height: number | null;
  storageKey: string;
}

/** Where a file of a message is stored at WhatsApp, encrypted. */
export interface FileSource {
  type: "image" | "video" | "audio" | "document" | "sticker";
  directPath: string;
  /** In base64. */
  mediaKey: string;
}

/** Reads a file from the store. Throws when it is not there. */
export type OpenFile = (
  file: Pick<OutgoingFile, "storageKey" | "bytes">,
) => AsyncIterable<Uint8Array>;

export interface Typing {
  chatId: string;
  typing: boolean;
  /** The provider's id of the contact's last message; null without one. */
  lastReceivedId: string | null;
}

/** A file of a message, as the provider gives it. */
export type MediaDownload =
  /** Ends with an error when the transfer breaks off. */
  | { outcome: "found"; content: AsyncIterable<Uint8Array> }
  /** No retry can succeed. */
  | { outcome: "lost"; detail: string }
  /** A retry may succeed. */
  | { outcome: "unavailable"; retryAfterMs: number | null; detail: string };

export type CredentialsCheck =
  /** Digits with country code. */
  | { outcome: "accepted"; number: string }
  /** `field` is the one that the provider refuses. */
  | { outcome: "refused"; field: "phone" | "account" | "token" };

interface CredentialsGateway {
  /** Checks the credentials, and asks for the account's webhooks. @throws AppError unavailable */
  verify(credentials: { phone: string; account: string; token: string }): Promise<CredentialsCheck>;
}

export interface TemplateGateway {
  /** @throws AppError unavailable */
  findTemplates(ref: InstanceRef): Promise<ListedTemplate[]>;
  /**
   * How many people may be written to first within 24 hours, infinite where there is no limit; null where the provider
   * does not say. @throws AppError unavailable
   */
  findDailyLimit(ref: InstanceRef): Promise<number | null>;
  /** Like sendText. `values` has one for each variable of the template. */
  sendTemplate(
    ref: InstanceRef,
    message: {
      number: string;
      messageId: string;
      template: WhatsappTemplate;
      values: TemplateValues;
    },
  ): Promise<SendOutcome>;
}

/**
 * A WhatsApp provider reached over HTTP. Calls throw AppError `unavailable` when it does not respond, except
 * the sends and `findSent`, which report it in their outcome.
 */
export interface WhatsappGateway {
  readonly provider: string;
  /**
   * Creates the instance unless it exists, and sets its webhook. Returns its token, if it has one.
   */
  ensureInstance(name: string, webhook: WebhookTarget): Promise<string | null>;
  /** Its connection events come in order and none is lost: only they decide the stored status. */
  readonly ordersEvents: boolean;
  /** It reports that a message was not delivered, but not why: a restriction looks like any failure. */
  readonly hidesRefusals?: boolean;
  /**
   * Whether it may take this number for another person's; if so, it is asked before each send. Omitted where this never
   * happens.
   */
  readonly confusesNumber?: (number: string) => boolean;
  /** `connect` can give a code to be typed on the phone. */
  readonly pairsByCode: boolean;
  /** Set where numbers are connected by credentials instead of pairing: the calls that pair are then refused. */
  readonly credentials: CredentialsGateway | null;
  /** Set where only templates reach a contact who has not written for 24 hours. */
  readonly templatesOutsideWindow: TemplateGateway | null;
  /**
   * Starts pairing. Without a QR code here, it arrives as an event. `phone`, digits with country code, asks for a code
   * to be typed on that phone as well.
   */
  connect(
    ref: InstanceRef,
    phone?: string,
  ): Promise<{ status: ConnectionStatus; qr: QrCode | null; pairingCode: string | null }>;
  getState(ref: InstanceRef): Promise<ConnectionState>;
  /** Unpairs; does nothing when it is not paired. */
  logOut(ref: InstanceRef): Promise<void>;
  /**
   * `messageId` is our id; a provider that honours it returns it. `number`: digits with country code, or the id of a
   * chat whose number is unknown.
   */
  sendText(
    ref: InstanceRef,
    message: { number: string; text: string; messageId: string; quoted?: MessageRef | null },
  ): Promise<SendOutcome>;
  /**
   * Like sendText for a file with its caption. `open` reads it, unless the provider reaches the store by itself.
   * Missing where files cannot be sent yet.
   */
  sendMedia?(
    ref: InstanceRef,
    message: {
      number: string;
      file: OutgoingFile;
      caption: string | null;
      messageId: string;
      quoted?: MessageRef | null;
    },
    open: OpenFile,
  ): Promise<SendOutcome>;
  /** Sets our reaction to a message of a chat; null removes it. Sending it again has no further effect. */
  sendReaction(
    ref: InstanceRef,
    reaction: { to: MessageRef; chatId: string; emoji: string | null },
  ): Promise<SendOutcome>;
  /**
   * Asks WhatsApp whether a number (digits with country code) has an account. Ask only just before a first message:
   * asking for many is itself taken for abuse.
   */
  resolveNumber(ref: InstanceRef, number: string): Promise<NumberLookup>;
  /**
   * Asks WhatsApp how many new chats the number may begin; null when it does not say. Missing where it cannot be asked.
   */
  fetchNewChatQuota?(ref: InstanceRef): Promise<NewChatQuota | null>;
  /** Shows or hides that we are typing; does nothing where the provider cannot. May take as long as it is shown. */
  setTyping(ref: InstanceRef, shown: Typing): Promise<void>;
  /** Fetches the file of a message. `source`: the message's `mediaSource`. Throws only when `signal` aborts. */
  downloadMedia(
    ref: InstanceRef,
    media: { messageId: string; chatId: string; fromMe: boolean; source: unknown },
    signal: AbortSignal,
  ): Promise<MediaDownload>;
  /** Notifies the contact that messages were read; the provider may omit some. */
  markRead(ref: InstanceRef, read: { chatId: string; messageIds: string[] }): Promise<void>;
  /** Looks up a send whose response is missing. `honoursIds`: the provider is known to use our ids. */
  findSent(ref: InstanceRef, message: SearchedSend & { honoursIds: boolean }): Promise<SentLookup>;
  /**
   * One page of the address book, from 1: people only, without groups, broadcasts and ids that hide the number.
   * `first` identifies the page's content; null means an empty page.
   */
  findContacts(
    ref: InstanceRef,
    page: { page: number; size: number },
  ): Promise<{ contacts: ProviderContact[]; first: string | null; full: boolean }>;
  /**
   * One page of the messages since then, as events of origin `history`: page 1 contains the newest messages, each page
   * its oldest first. Empty where the provider reports the history by itself. With `chatId`, only those of that chat.
   * @throws AppError unavailable
   */
  findHistory(
    ref: InstanceRef,
    page: { since: Date; page: number; size: number; chatId?: string },
  ): Promise<{ events: WhatsappEvent[]; full: boolean }>;
  /** Pure; skips unknown events. */
  parseWebhook(body: unknown): WebhookContent;
}
