import type { MessageStatus } from "@/lib/domain/messages/message-status";

export type ConnectionStatus = "CONNECTED" | "CONNECTING" | "DISCONNECTED";

/** An instance as the provider knows it. */
export interface InstanceRef {
  name: string;
  /** The provider's token for this instance, where it has one. */
  token: string | null;
}

export interface QrCode {
  code: string;
  /** PNG data URL. */
  image: string;
}

/** A person of the phone's address book. */
export interface ProviderContact {
  jid: string;
  /** Digits with country code. */
  number: string;
  name: string | null;
  pictureUrl: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

export type SendOutcome =
  | { outcome: "accepted"; providerMessageId: string; chatId: string }
  /** For good: this number cannot be written to. */
  | { outcome: "refused"; detail: string }
  /** The provider said it did not take it; later may do. */
  | { outcome: "not_taken"; retryAfterMs: number | null; detail: string }
  /** The account cannot send at all now. */
  | { outcome: "disconnected"; detail: string }
  /** No answer, or one that says nothing: it may have gone out. */
  | { outcome: "unclear"; detail: string };

export type SentLookup =
  | { outcome: "sent"; providerMessageId: string; chatId: string }
  | { outcome: "not_sent" }
  /** The provider cannot tell, or did not answer. */
  | { outcome: "unknown" };

export type WhatsappEvent =
  | { type: "connection"; status: ConnectionStatus; number: string | null }
  | { type: "qr"; qr: QrCode }
  | {
      type: "message";
      id: string;
      chatId: string;
      /** Digits with country code; null when only an opaque id is known. */
      number: string | null;
      fromMe: boolean;
      name: string | null;
      text: string | null;
      sentAt: Date;
    }
  | { type: "status"; id: string; status: MessageStatus }
  /** New or changed; what is null is not known, not gone. */
  | { type: "contacts"; contacts: ProviderContact[] };

/** A WhatsApp provider reached over HTTP. Calls throw AppError `unavailable` when it does not answer, save `sendText` and `findSent`, whose outcomes say so. */
export interface WhatsappGateway {
  readonly provider: string;
  /** Creates the instance unless it is there, and points its webhook at `webhookUrl`. Answers its token, if it has one. */
  ensureInstance(name: string, webhookUrl: string): Promise<string | null>;
  /** Starts pairing. No QR code yet means it follows as an event. */
  connect(ref: InstanceRef): Promise<{ status: ConnectionStatus; qr: QrCode | null }>;
  getStatus(ref: InstanceRef): Promise<ConnectionStatus>;
  /** Unpairs; an instance that is not paired is fine. */
  logOut(ref: InstanceRef): Promise<void>;
  /** `messageId` is the id we chose; a provider that honours it answers with it. `number`: digits with country code. */
  sendText(
    ref: InstanceRef,
    message: { number: string; text: string; messageId: string },
  ): Promise<SendOutcome>;
  /** What became of a send whose answer is missing. `honoursIds`: the provider was seen to use ids we chose. */
  findSent(
    ref: InstanceRef,
    message: { number: string; text: string; messageId: string; since: Date; honoursIds: boolean },
  ): Promise<SentLookup>;
  /**
   * One page of the address book, from 1 on: people alone, without groups, broadcasts and ids that hide the number.
   * `first` is what tells two pages apart; null says that there is nothing on this page.
   */
  findContacts(
    ref: InstanceRef,
    page: { page: number; size: number },
  ): Promise<{ contacts: ProviderContact[]; first: string | null; full: boolean }>;
  /** Pure; what it does not know it leaves out. */
  parseWebhook(body: unknown): WhatsappEvent[];
}
