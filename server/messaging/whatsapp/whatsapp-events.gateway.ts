import type { ConnectionProblem } from "@/lib/contracts/messaging/whatsapp";
import type { ChatAddress } from "@/lib/domain/messages/chat-key";
import type { MessageCharge, TemplateChange } from "@/lib/domain/messages/listed-template";
import type { MessageContent } from "@/lib/domain/messages/message-content";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import type { NewChatQuota } from "@/lib/domain/whatsapp/new-chat-quota";

export type ConnectionStatus = "CONNECTED" | "CONNECTING" | "DISCONNECTED";

export interface QrCode {
  code: string;
  /** PNG data URL. */
  image: string;
}

/** A person in the phone's address book. */
export interface ProviderContact {
  jid: string;
  /** Digits with country code; null for somebody who is known by an opaque id alone, which is then the jid. */
  number: string | null;
  name: string | null;
  /** How WhatsApp shows a person who hides the number; left out where the provider knows none. */
  username?: string | null;
  pictureUrl: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/**
 * Why a message was refused, or failed later. `number`: it cannot be contacted. `template`: whoever would get it next, the
 * same. `held_back`: WhatsApp spares this contact offers for a while. `no_offers`: the contact switched them off.
 * `somebody_else`: it went out, to another person.
 */
export type RefusalReason =
  | "number"
  | "window_closed"
  | "message"
  | "template"
  | "held_back"
  | "no_offers"
  | "somebody_else";

/** Who changes a message: it has effect only on a message of this side in this chat. */
export interface MessageAuthor {
  /** Null where the provider does not say. */
  from: ChatAddress | null;
  fromMe: boolean;
  /**
   * False where it is only what the sender claims, or nothing: then a contact's message alone changes, and no opt-out is
   * taken back.
   */
  authenticated: boolean;
}

export type WhatsappEvent =
  | {
      type: "connection";
      status: ConnectionStatus;
      number: string | null;
      /** Null unless a person has to mend it. */
      problem: ConnectionProblem | null;
    }
  | { type: "qr"; qr: QrCode }
  | (MessageContent &
      ChatAddress & {
        type: "message";
        id: string;
        fromMe: boolean;
        name: string | null;
        /** How WhatsApp shows a person who hides the number; left out where the provider knows none. */
        username?: string | null;
        /** What downloadMedia needs besides the message's id, as JSON; null where the id is enough. */
        mediaSource: object | null;
        sentAt: Date;
        /**
         * `history`: from before the pairing or from a backfill. It counts as read and sets nothing off but an opt-out.
         */
        origin: "live" | "history";
        /** Of ours: it went out through the provider's API; left out for what was typed on a device. */
        viaApi?: boolean;
      })
  /**
   * The opaque chat id (`…@lid`) and this number are one person. `dated`: it may be about a message of long ago, so that
   * what is known of the id is newer.
   */
  | { type: "identity"; chatId: string; number: string; dated?: boolean }
  /** A contact now uses another address: the number or the opaque id was changed. */
  | { type: "moved"; id: string; from: ChatAddress; to: ChatAddress; at: Date }
  /** The contact began or stopped typing. */
  | { type: "typing"; chatId: string; number: string | null; typing: boolean }
  /**
   * WhatsApp refuses messages to people who never wrote, until then; null where it does not say. Answers still pass. Not
   * `active`: it does so no longer. `chat`: the one whose message was refused; if that person has written, the refusal
   * says nothing about the number.
   */
  | { type: "restriction"; active: boolean; until: Date | null; chat?: ChatAddress | null }
  /** How many new chats WhatsApp allows; null when it was asked and did not say. */
  | { type: "quota"; quota: NewChatQuota | null }
  | {
      type: "status";
      id: string;
      status: MessageStatus;
      /** The chat that the provider names in the event; null where it names none. */
      from?: ChatAddress | null;
      /** A device of ours tells it, if the message is the contact's; left out where the provider says that it is ours. */
      byUs?: boolean;
      /** Our id of the message, where the provider chose another and gives ours back. */
      ownId?: string | null;
      /** Why it failed, as a sentence for the user; null when the provider gives no reason. */
      failure?: string | null;
      /** Why it failed, where more follows from it than that. */
      because?: RefusalReason | null;
      /** How it is charged; null or missing where the provider does not say. */
      charge?: MessageCharge | null;
    }
  /** What the provider says anew of a template; what is null stays as it is. */
  | ({ type: "template"; name: string; language: string } & TemplateChange)
  /** The contact switched offers off in WhatsApp itself, or on again. */
  | { type: "offers"; from: ChatAddress; id: string; allowed: boolean; saidAt: Date }
  /** A new text for the message with this id, which may come later. */
  | (MessageAuthor & { type: "edit"; id: string; text: string | null; editedAt: Date })
  /** The message with this id, which may come later, was deleted for everyone. */
  | (MessageAuthor & { type: "deletion"; id: string })
  /** To the message with this id, which may come later, of either side; null takes the reaction back. */
  | {
      type: "reaction";
      id: string;
      from: ChatAddress;
      fromMe: boolean;
      emoji: string | null;
      reactedAt: Date;
    }
  /**
   * The phone handed over a part of what was said before the pairing, `some`: with messages. `stored`: they came before this
   * event; otherwise they are to be asked for, in a moment. `whole`: nothing follows.
   */
  | { type: "history"; some: boolean; stored: boolean; whole: boolean }
  /** New or changed contacts; null means unknown, not removed. */
  | { type: "contacts"; contacts: ProviderContact[] };

/** An item of a known event that is not as the provider documents it, or of an absurd size. */
export interface RejectedItem {
  event: string;
  reason: string;
  item: unknown;
}

/** What a webhook's body says. */
export interface WebhookContent {
  events: WhatsappEvent[];
  rejected: RejectedItem[];
}
