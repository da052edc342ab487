import { randomBytes } from "node:crypto";
import { hashText } from "../random";
import {
  createRowId,
  type MessageContent,
  type MessageStatus,
  type Store,
  type StoredMessage,
} from "../store/store";
import type { Timers } from "../timers";
import { toKeyBody, toMessageBody } from "./bodies";
import type { NumberCache } from "./number-cache";
import { type ContactPhone, describePhone, findPhone } from "./phones";
import type { Sessions } from "./sessions";
import type { Webhooks } from "./webhooks";

export interface Conversations {
  /** Records and announces a message accepted from the API; the phone then reacts to it. */
  accept(
    instance: string,
    phone: ContactPhone,
    to: string,
    content: MessageContent,
    keyId?: string,
  ): StoredMessage;
  /** Records and announces a reaction accepted from the API; no phone answers one. */
  sendReaction(instance: string, phone: ContactPhone, key: object, emoji: string): StoredMessage;
  /** The contact writes to the instance's owner. Returns null if no phone is paired. */
  receive(
    instance: string,
    contact: string,
    content: MessageContent,
    inReplyTo?: string,
  ): StoredMessage | null;
  /** The contact reacts to a message; an empty emoji takes the reaction back. */
  react(instance: string, contact: string, keyId: string, emoji: string): StoredMessage | null;
  /** The contact begins or stops typing. WhatsApp names the address alone that the contact writes from. */
  showTyping(instance: string, contact: string, typing: boolean): void;
  /** The contact's call begins, or nobody took it. */
  call(instance: string, contact: string, call: { id: string; status: string }): void;
  /** The contact deletes one of their messages for everyone. Returns false if there is none. */
  revoke(instance: string, contact: string, keyId: string): boolean;
  /** The owner writes on the phone itself. Returns null if no phone is paired or the contact is not on WhatsApp. */
  type(instance: string, contact: string, content: MessageContent): StoredMessage | null;
  /** Continues what was pending when the connection or the sandbox stopped. */
  resume(instance: string): void;
}

interface Needs {
  store: Store;
  timers: Timers;
  webhooks: Webhooks;
  sessions: Sessions;
  numbers: NumberCache;
  options: { phoneDelayMs: number };
}

const STEPS: Readonly<Record<string, readonly MessageStatus[]>> = {
  off: ["SERVER_ACK"],
  receives: ["SERVER_ACK", "DELIVERY_ACK"],
  reads: ["SERVER_ACK", "DELIVERY_ACK", "READ"],
  replies: ["SERVER_ACK", "DELIVERY_ACK", "READ"],
  "opts-out": ["SERVER_ACK", "DELIVERY_ACK", "READ"],
  fails: ["ERROR"],
};

export function createConversations(needs: Needs): Conversations {
  const { store, timers, webhooks, sessions, numbers, options } = needs;

  const isOpen = (name: string) => sessions.getState(name) === "open";

  const wait = (message: StoredMessage, run: () => void) => {
    const jitter = 0.6 + (hashText(`${message.contact} ${message.statuses.length}`) % 80) / 100;
    timers.after(options.phoneDelayMs * jitter, run);
  };

  /** Takes one step at a time from the journalled state, so that a restart continues where it stopped. */
  const react = (id: string) => {
    const message = store.messages.get(id);
    if (message === undefined || !isOpen(message.instance)) return;
    const phone = describePhone(message.contact, store.phoneOverrides);
    const next = (STEPS[phone.behaviour] ?? []).find((step) => !message.statuses.includes(step));
    if (next !== undefined) {
      wait(message, () => {
        if (store.messages.get(id) !== message || !isOpen(message.instance)) return;
        if (message.statuses.includes(next)) return;
        store.record({ type: "status", messageId: id, status: next, at: new Date().toISOString() });
        webhooks.emit(message.instance, "messages.update", toUpdateBody(message, next, phone));
        react(id);
      });
    } else if (nextReply(message, phone) !== undefined) {
      wait(message, () => {
        if (store.messages.get(id) !== message || !isOpen(message.instance)) return;
        const text = nextReply(message, phone);
        if (text !== undefined) receive(message.instance, phone.key, { text }, message.keyId);
      });
    }
  };

  /** Returns undefined if the phone does not reply (again) to this message. */
  const nextReply = (message: StoredMessage, { key, replies }: ContactPhone) => {
    if (message.origin !== "api" || replies.length === 0) return undefined;
    const said = store
      .findMessages(message.instance)
      .filter(({ contact, inReplyTo }) => contact === key && inReplyTo !== null);
    const hasAnswered = said.some(({ inReplyTo }) => inReplyTo === message.keyId);
    return hasAnswered ? undefined : replies[said.length];
  };

  const announce = (message: StoredMessage) => {
    if (!message.announced) store.record({ type: "announced", messageId: message.id });
    if (!message.fromMe) announceContact(message);
    webhooks.emit(message.instance, "messages.upsert", toMessageBody(message, store));
  };

  /** Evolution announces a new contact twice: as the list from Baileys and as a single object. */
  const announceContact = ({
    instance,
    instanceId,
    remoteJid,
    pushName,
    contact,
    id,
  }: StoredMessage) => {
    const isKnown = store
      .findMessages(instance)
      .some((each) => each.contact === contact && !each.fromMe && each.id !== id);
    if (isKnown) return;
    const row = { remoteJid, pushName, profilePicUrl: null, instanceId };
    webhooks.emit(instance, "contacts.upsert", [row]);
    webhooks.emit(instance, "contacts.upsert", row);
  };

  const write = (message: StoredMessage): StoredMessage => {
    store.record({ type: "message", message });
    return store.messages.get(message.id) ?? message;
  };

  const receive: Conversations["receive"] = (name, contact, content, inReplyTo) => {
    const instance = store.instances.get(name);
    if (instance?.phone == null) return null;
    const phone = describePhone(contact, store.phoneOverrides);
    numbers.remember(phone);
    const message = write({
      ...createMessage(name, instance.id, phone, content),
      keyId: randomBytes(16).toString("hex").toUpperCase(),
      remoteJid: phone.lidJid ?? phone.jid,
      remoteJidAlt: phone.lidJid === null || phone.lidAlone ? null : phone.jid,
      fromMe: false,
      origin: "contact",
      pushName: phone.pushName,
      status: "DELIVERY_ACK",
      inReplyTo: inReplyTo ?? null,
      announced: isOpen(name),
    });
    if (isOpen(name)) announce(message);
    return message;
  };

  /** If the recipient is another paired phone of the sandbox, its instance receives the message too. */
  const deliverToOwnPhones = (message: StoredMessage) => {
    const sender = store.instances.get(message.instance)?.phone;
    if (sender == null) return;
    for (const { name, phone } of store.instances.values()) {
      if (phone === message.contact && name !== message.instance)
        receive(name, sender, pickContent(message));
    }
  };

  return {
    accept(name, phone, to, content, keyId) {
      const instance = store.instances.get(name);
      const message = write({
        ...createMessage(name, instance?.id ?? "", phone, content),
        ...(keyId !== undefined && { keyId }),
        to,
      });
      webhooks.emit(name, "send.message", toMessageBody(message, store));
      deliverToOwnPhones(message);
      react(message.id);
      return message;
    },
    sendReaction(name, phone, key, emoji) {
      const instanceId = store.instances.get(name)?.id ?? "";
      const content = { text: emoji, message: { reactionMessage: { key, text: emoji } } };
      const message = write(createMessage(name, instanceId, phone, content));
      webhooks.emit(name, "send.message", toMessageBody(message, store));
      return message;
    },
    receive,
    react(name, contact, keyId, emoji) {
      const target = store.findByKeyId(name, keyId);
      if (target === undefined) return null;
      const reactionMessage = { key: toKeyBody(target), text: emoji };
      return receive(name, contact, { text: emoji, message: { reactionMessage } });
    },
    showTyping(name, contact, typing) {
      const { lidJid, jid } = describePhone(contact, store.phoneOverrides);
      const id = lidJid ?? jid;
      const lastKnownPresence = typing ? "composing" : "paused";
      webhooks.emit(name, "presence.update", { id, presences: { [id]: { lastKnownPresence } } });
    },
    call(name, contact, { id, status }) {
      const { lidJid, jid } = describePhone(contact, store.phoneOverrides);
      const chatId = lidJid ?? jid;
      // WhatsApp sends the number behind a LID as well; the Baileys of 2.3.7 drops it.
      const told = { chatId, from: chatId, id, status, date: new Date() };
      webhooks.emit(name, "call", { ...told, offline: false, isVideo: false, isGroup: false });
    },
    revoke(name, contact, keyId) {
      const target = store.findByKeyId(name, keyId);
      if (target === undefined || target.fromMe || target.contact !== contact) return false;
      const key = toKeyBody(target);
      webhooks.emit(name, "messages.edited", { key: { ...key, fromMe: true }, type: "REVOKE" });
      webhooks.emit(name, "messages.delete", { ...key, status: "DELETED" });
      return true;
    },
    type(name, contact, content) {
      const instance = store.instances.get(name);
      const phone = findPhone(contact, store.phoneOverrides);
      if (instance?.phone == null || phone === null) return null;
      const message = write({
        ...createMessage(name, instance.id, phone, content),
        origin: "phone",
      });
      announce(message);
      deliverToOwnPhones(message);
      react(message.id);
      return message;
    },
    resume(name) {
      const messages = store.findMessages(name);
      for (const message of messages) if (message.fromMe) react(message.id);
      // Evolution holds back the messages that it finds after a reconnection.
      timers.after(options.phoneDelayMs * 4, () => {
        for (const { id } of messages) {
          const message = store.messages.get(id);
          if (message && !message.announced && isOpen(name)) announce(message);
        }
      });
    },
  };
}

export function createMessage(
  instance: string,
  instanceId: string,
  phone: ContactPhone,
  content: MessageContent,
): StoredMessage {
  return {
    ...content,
    id: createRowId(),
    keyId: `3EB0${randomBytes(9).toString("hex").toUpperCase()}`,
    instance,
    instanceId,
    remoteJid: phone.jid,
    remoteJidAlt: null,
    contact: phone.key,
    fromMe: true,
    origin: "api",
    to: null,
    pushName: "",
    at: new Date().toISOString(),
    status: "PENDING",
    statuses: [],
    inReplyTo: null,
    announced: true,
    resends: 0,
  };
}

function pickContent({ text, message, file, quoted }: StoredMessage): MessageContent {
  return { text, ...(message && { message }), ...(file && { file }), ...(quoted && { quoted }) };
}

/** With the address that the receipt came from. */
function toUpdateBody(message: StoredMessage, status: MessageStatus, phone: ContactPhone) {
  const isReceipt = status !== "SERVER_ACK" && status !== "ERROR";
  const address = isReceipt && phone.lidAlone ? phone.lidJid : null;
  return {
    messageId: message.id,
    keyId: message.keyId,
    remoteJid: address ?? message.remoteJid,
    fromMe: message.fromMe,
    participant: null,
    status,
    instanceId: message.instanceId,
  };
}
