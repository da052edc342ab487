import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Journal, openJournal } from "./journal";
import type { StripeObject } from "./stripe-objects";

export type MessageStatus = "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ";

export interface Webhook {
  id: string;
  url: string;
  headers: Record<string, string> | null;
  enabled: boolean;
  events: readonly string[];
  webhookByEvents: boolean;
  webhookBase64: boolean;
  createdAt: string;
  updatedAt: string;
  instanceId: string;
}

export interface StoredInstance {
  id: string;
  name: string;
  token: string;
  number: string | null;
  settings: Readonly<Record<string, boolean | string>>;
  webhook: Webhook | null;
  /** Key of the own phone that scanned the QR Code; kept when the connection is lost. */
  phone: string | null;
  disconnection: { code: number; at: string } | null;
  createdAt: string;
  updatedAt: string;
}

/** What a message consists of. */
export interface MessageContent {
  /** Its text, such as a caption. */
  text: string;
  /** WhatsApp's form of it, unless it is a text alone. */
  message?: Readonly<Record<string, unknown>>;
  /** The file, in base64. */
  file?: string;
  /** Key id of the message that this one answers. */
  quoted?: string;
}

export interface StoredMessage extends MessageContent {
  /** Evolution's row id. */
  id: string;
  /** WhatsApp's id. */
  keyId: string;
  instance: string;
  instanceId: string;
  remoteJid: string;
  remoteJidAlt: string | null;
  /** Phone key of the contact. */
  contact: string;
  fromMe: boolean;
  /** api: sent by sendText. phone: typed on the own phone. contact: received from the contact. */
  origin: "api" | "phone" | "contact";
  /** The number as the caller wrote it; null unless sent by the API. */
  to: string | null;
  pushName: string;
  at: string;
  status: MessageStatus;
  statuses: MessageStatus[];
  /** Key id of the message that this one automatically replies to. */
  inReplyTo: string | null;
  /** False while the message is held back because the instance is not connected. */
  announced: boolean;
  /** Number of later sendText calls with the same `messageId`. */
  resends: number;
}

export interface PhoneOverride {
  behaviour?: string;
  replyText?: string;
  /** The contact writes from an `@lid` address. */
  lid?: boolean;
  /** The contact's messages and receipts contain only that address. */
  lidAlone?: boolean;
  banned?: boolean;
  /** Size of an own phone's address book. */
  contacts?: number;
  /** The messages of an own phone from before it was paired, oldest first. */
  past?: readonly PastMessage[];
}

export interface PastMessage {
  keyId: string;
  /** Phone key of the contact. */
  contact: string;
  text: string;
  fromMe: boolean;
  at: string;
}

export interface Mail {
  id: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string | null;
  at: string;
}

type Entry =
  | { type: "instance-created"; instance: StoredInstance }
  | { type: "webhook-set"; instance: string; webhook: Webhook }
  | { type: "paired"; instance: string; phone: string; at: string }
  | { type: "unpaired"; instance: string; code: number; at: string }
  | { type: "instance-deleted"; instance: string }
  | { type: "message"; message: StoredMessage }
  | { type: "announced"; messageId: string }
  | { type: "resent"; messageId: string; at: string }
  | { type: "status"; messageId: string; status: MessageStatus; at: string }
  | { type: "phone-set"; phone: string; override: PhoneOverride }
  | { type: "settings"; settings: Partial<Settings> }
  | { type: "mail"; mail: Mail }
  | { type: "stripe"; object: StripeObject };

interface Settings {
  /** Behaves as Evolution 2.4: an undocumented `messageId` in sendText becomes the key's id. */
  honourMessageId: boolean;
}

export interface Store {
  readonly instances: ReadonlyMap<string, StoredInstance>;
  /** By row id, oldest first. */
  readonly messages: ReadonlyMap<string, StoredMessage>;
  readonly phoneOverrides: ReadonlyMap<string, PhoneOverride>;
  readonly mails: readonly Mail[];
  /** By id, oldest first. */
  readonly stripe: ReadonlyMap<string, StripeObject>;
  readonly settings: Readonly<Settings>;
  /** Writes to the journal before it applies the entry, so a process killed after the response has lost nothing. */
  record(entry: Entry): void;
  /** Oldest first. */
  findMessages(instance: string): readonly StoredMessage[];
  findByKeyId(instance: string, keyId: string): StoredMessage | undefined;
  clear(): void;
  close(): void;
}

export function openStore(dataDir: string): Store {
  const instances = new Map<string, StoredInstance>();
  const messages = new Map<string, StoredMessage>();
  const byKeyId = new Map<string, StoredMessage>();
  const byInstanceId = new Map<string, StoredMessage[]>();
  const phoneOverrides = new Map<string, PhoneOverride>();
  const mails: Mail[] = [];
  const stripe = new Map<string, StripeObject>();
  const settings: Settings = { honourMessageId: false };

  const change = (name: string, changes: Partial<StoredInstance>) => {
    const instance = instances.get(name);
    if (instance !== undefined) instances.set(name, { ...instance, ...changes });
  };

  const apply = (entry: Entry): void => {
    switch (entry.type) {
      case "instance-created":
        instances.set(entry.instance.name, entry.instance);
        break;
      case "webhook-set":
        change(entry.instance, { webhook: entry.webhook });
        break;
      case "paired":
        change(entry.instance, { phone: entry.phone, disconnection: null, updatedAt: entry.at });
        break;
      case "unpaired":
        change(entry.instance, {
          phone: null,
          disconnection: { code: entry.code, at: entry.at },
          updatedAt: entry.at,
        });
        break;
      case "instance-deleted":
        instances.delete(entry.instance);
        break;
      case "message": {
        // Copied, because status updates mutate the stored message, not the caller's object.
        const message = { ...entry.message, statuses: [...entry.message.statuses] };
        messages.set(message.id, message);
        byKeyId.set(`${message.instanceId} ${message.keyId}`, message);
        const others = byInstanceId.get(message.instanceId);
        if (others === undefined) byInstanceId.set(message.instanceId, [message]);
        else others.push(message);
        break;
      }
      case "announced": {
        const message = messages.get(entry.messageId);
        if (message !== undefined) message.announced = true;
        break;
      }
      case "resent": {
        const message = messages.get(entry.messageId);
        if (message !== undefined) message.resends += 1;
        break;
      }
      case "status": {
        const message = messages.get(entry.messageId);
        message?.statuses.push(entry.status);
        if (message !== undefined) message.status = entry.status;
        break;
      }
      case "phone-set":
        phoneOverrides.set(entry.phone, entry.override);
        break;
      case "settings":
        Object.assign(settings, entry.settings);
        break;
      case "mail":
        mails.push(entry.mail);
        break;
      case "stripe":
        stripe.set(entry.object.id, entry.object);
        break;
    }
  };

  const journal: Journal<Entry> = openJournal<Entry>(join(dataDir, "journal.jsonl"), apply);

  return {
    instances,
    messages,
    phoneOverrides,
    mails,
    stripe,
    settings,
    record(entry) {
      journal.append(entry);
      apply(entry);
    },
    findMessages(instance) {
      return byInstanceId.get(instances.get(instance)?.id ?? "") ?? [];
    },
    findByKeyId(instance, keyId) {
      return byKeyId.get(`${instances.get(instance)?.id} ${keyId}`);
    },
    clear() {
      journal.clear();
      instances.clear();
      messages.clear();
      byKeyId.clear();
      byInstanceId.clear();
      phoneOverrides.clear();
      mails.length = 0;
      stripe.clear();
      settings.honourMessageId = false;
    },
    close: () => journal.close(),
  };
}

export function createRowId(): string {
  // Evolution's rows have cuid keys: 25 characters from 'c'.
  return `c${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}
