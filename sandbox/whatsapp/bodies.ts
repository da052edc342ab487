import type { Store, StoredInstance, StoredMessage } from "../store/store";
import { describePhone } from "./phones";
import type { ConnectionState } from "./sessions";

/** The object of MESSAGES_UPSERT, SEND_MESSAGE and the sendText answer. */
export function messageBody(message: StoredMessage, { instances, phoneOverrides }: Store) {
  const owner = instances.get(message.instance)?.phone;
  const ownName = owner == null ? "" : describePhone(owner, phoneOverrides).pushName;
  return {
    key: keyBody(message),
    pushName: message.fromMe ? ownName : message.pushName,
    status: message.fromMe && message.origin === "api" ? "PENDING" : "DELIVERY_ACK",
    message: { conversation: message.text },
    contextInfo: null,
    messageType: "conversation",
    messageTimestamp: secondsOf(message),
    instanceId: message.instanceId,
    source: sourceOf(message),
  };
}

/** A row of findMessages. */
export function messageRecord(message: StoredMessage) {
  return {
    id: message.id,
    key: keyBody(message),
    pushName: message.pushName === "" ? null : message.pushName,
    messageType: "conversation",
    message: { conversation: message.text },
    messageTimestamp: secondsOf(message),
    instanceId: message.instanceId,
    source: sourceOf(message),
    contextInfo: null,
    MessageUpdate: message.statuses.map((status) => ({ status })),
  };
}

export function keyBody(message: StoredMessage) {
  return {
    remoteJid: message.remoteJid,
    fromMe: message.fromMe,
    id: message.keyId,
    ...(message.remoteJidAlt !== null && {
      remoteJidAlt: message.remoteJidAlt,
      addressingMode: "lid",
    }),
  };
}

export function secondsOf({ at }: StoredMessage): number {
  return Math.floor(Date.parse(at) / 1000);
}

export function sourceOf({ origin, contact }: StoredMessage): string {
  if (origin === "api") return "web";
  return Number(contact.slice(-1)) % 3 === 0 ? "ios" : "android";
}

/** A row of fetchInstances. */
export function instanceRow(instance: StoredInstance, state: ConnectionState, store: Store) {
  const owner =
    instance.phone === null ? null : describePhone(instance.phone, store.phoneOverrides);
  const messages = store.messagesOf(instance.name);
  const contacts = new Set(messages.map(({ contact }) => contact)).size;
  return {
    id: instance.id,
    name: instance.name,
    connectionStatus: state,
    ownerJid: owner?.jid ?? null,
    profileName: owner?.pushName ?? null,
    profilePicUrl: null,
    integration: "WHATSAPP-BAILEYS",
    number: instance.number,
    businessId: null,
    token: instance.token,
    clientName: "evolution_exchange",
    disconnectionReasonCode: instance.disconnection?.code ?? null,
    disconnectionObject:
      instance.disconnection === null
        ? null
        : JSON.stringify({ error: { output: { statusCode: instance.disconnection.code } } }),
    disconnectionAt: instance.disconnection?.at ?? null,
    createdAt: instance.createdAt,
    updatedAt: instance.updatedAt,
    Chatwoot: null,
    Proxy: null,
    Rabbitmq: null,
    Sqs: null,
    Websocket: null,
    Setting: { ...instance.settings, instanceId: instance.id },
    _count: { Message: messages.length, Contact: contacts, Chat: contacts },
  };
}
