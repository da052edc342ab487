import type {
  ConnectionProblem,
  ConnectionStatus,
  QrCode,
} from "@/lib/contracts/messaging/whatsapp";
import type { ChatAddress } from "@/lib/domain/messages/chat-key";
import type { MessageCharge, TemplateChange } from "@/lib/domain/messages/listed-template";
import type { MessageContent } from "@/lib/domain/messages/message-content";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import type { NewChatQuota } from "@/lib/domain/whatsapp/new-chat-quota";

/** A person in the phone's address book. */
export interface ProviderContact {
  jid: string;
  /** Digits with country code; null for somebody who is known by an opaque id alone, which is then the jid. */
  number: string | null;
  name: string | null;
  /** How WhatsApp shows a person who hides the number; omitted where the provider knows none. */
  username?: string | null;
  pictureUrl: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/**
 * Why a message was refused, or failed later. `number`: it cannot be contacted. `template`: it would fail for every
 * recipient. `held_back`: WhatsApp spares this contact offers for a while. `no_offers`: the contact switched them off.
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

/** The author of a change: it has effect only on a message of this side in this chat. */
export interface MessageAuthor {
  /** Null where the provider does not say. */
  from: ChatAddress | null;
  fromMe: boolean;
  /**
   * False where the author is only claimed by the sender, or missing: then only a contact's message changes, and no
   * opt-out is withdrawn.
   */
  authenticated: boolean;
}

export type WhatsappEvent =
  | {
      type: "connection";
      status: ConnectionStatus;
      number: string | null;
      /** Null unless a person has to solve it. */
      problem: ConnectionProblem | null;
    }
  | { type: "qr"; qr: QrCode }
  | (MessageContent &
      ChatAddress & {
        type: "message";
        id: string;
        fromMe: boolean;
        name: string | null;
        /** How WhatsApp shows a person who hides the number; omitted where the provider knows none. */
        username?: string | null;
        /** What downloadMedia needs besides the message's id, as JSON; null where the id is enough. */
        mediaSource: object | null;
        sentAt: Date;
        /**
         * `history`: from before the pairing or from a backfill. It counts as read and has no effect except as an
         * opt-out.
         */
        origin: "live" | "history";
        /** Our message: it went out through the provider's API; omitted for what was typed on a device. */
        viaApi?: boolean;
      })
  /**
   * The opaque chat id (`…@lid`) and this number are one person. `dated`: the event may concern an old message, so that
   * what is already known of the id is newer.
   */
  | { type: "identity"; chatId: string; number: string; dated?: boolean }
  /** A contact now uses another address: the number or the opaque id was changed. */
  | { type: "moved"; id: string; from: ChatAddress; to: ChatAddress; at: Date }
  /** The contact began or stopped typing. */
  | { type: "typing"; chatId: string; number: string | null; typing: boolean }
  /**
   * WhatsApp refuses messages to people who never wrote, until then; null where it does not say. Answers still pass.
   * Not `active`: the restriction is over. `chat`: the one whose message was refused; if that person has written, the
   * refusal says nothing about the number.
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
      /**
       * One of our devices reports it, if the message is the contact's; omitted where the provider says that it is
       * ours.
       */
      byUs?: boolean;
      /** Our id of the message, where the provider chose another and returns ours. */
      ownId?: string | null;
      /** Why it failed, as a sentence for the user; null when the provider gives no reason. */
      failure?: string | null;
      /** The reason of the failure, where it has further consequences. */
      because?: RefusalReason | null;
      /** How it is charged; null or missing where the provider does not say. */
      charge?: MessageCharge | null;
    }
  /** A change of a template that the provider reports; null values do not change. */
  | ({ type: "template"; name: string; language: string } & TemplateChange)
  /** The contact switched offers off in WhatsApp itself, or on again. */
  | { type: "offers"; from: ChatAddress; id: string; allowed: boolean; saidAt: Date }
  /** A new text for the message with this id, which may come later. */
  | (MessageAuthor & { type: "edit"; id: string; text: string | null; editedAt: Date })
  /** The message with this id, which may come later, was deleted for everyone. */
  | (MessageAuthor & { type: "deletion"; id: string })
  /** A reaction to the message with this id, which may come later, of either side; null removes the reaction. */
  | {
      type: "reaction";
      id: string;
      from: ChatAddress;
      fromMe: boolean;
      emoji: string | null;
      reactedAt: Date;
    }
  /**
   * The phone handed over a part of the older messages, `some`: with messages. `stored`: they came before this event;
   * otherwise they have to be requested, shortly after. `whole`: nothing follows.
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

/** The content of a webhook's body. */
export interface WebhookContent {
  events: WhatsappEvent[];
  rejected: RejectedItem[];
}
