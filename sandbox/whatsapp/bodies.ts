import type { Store, StoredInstance, StoredMessage } from "../store/store";
import { describePhone } from "./phones";
import type { ConnectionState } from "./sessions";

/** The body of MESSAGES_UPSERT, SEND_MESSAGE and the sendText response. */
export function toMessageBody(message: StoredMessage, { instances, phoneOverrides }: Store) {
  const owner = instances.get(message.instance)?.phone;
  const ownName = owner == null ? "" : describePhone(owner, phoneOverrides).pushName;
  const key = toKeyBody(message);
  return {
    // Since 2.3.7 webhooks carry the number in both fields and drop the LID; the stored record keeps both.
    key: { ...key, remoteJid: message.remoteJidAlt ?? key.remoteJid },
    pushName: message.fromMe ? ownName : message.pushName,
    status: message.fromMe && message.origin === "api" ? "PENDING" : "DELIVERY_ACK",
    ...toContentBody(message),
    messageTimestamp: getSeconds(message),
    instanceId: message.instanceId,
    source: getSource(message),
  };
}

/** Evolution flattens texts, and takes the context out of the content. */
export function toContentBody({ message, text, quoted }: StoredMessage) {
  const content = message ?? { conversation: text };
  return {
    message: content,
    messageType: Object.keys(content)[0] ?? "conversation",
    contextInfo: quoted === undefined ? null : { stanzaId: quoted },
  };
}

/** A row of findMessages. */
export function toMessageRecord(message: StoredMessage) {
  return {
    id: message.id,
    key: toKeyBody(message),
    pushName: message.pushName === "" ? null : message.pushName,
    ...toContentBody(message),
    messageTimestamp: getSeconds(message),
    instanceId: message.instanceId,
    source: getSource(message),
    MessageUpdate: message.statuses.map((status) => ({ status })),
  };
}

export function toKeyBody(message: StoredMessage) {
  return {
    remoteJid: message.remoteJid,
    fromMe: message.fromMe,
    id: message.keyId,
    ...(message.remoteJidAlt !== null && { remoteJidAlt: message.remoteJidAlt }),
    ...(message.remoteJid.endsWith("@lid") && { addressingMode: "lid" }),
  };
}

export function getSeconds({ at }: StoredMessage): number {
  return Math.floor(Date.parse(at) / 1000);
}

export function getSource({ origin, contact }: StoredMessage): string {
  if (origin === "api") return "web";
  return Number(contact.slice(-1)) % 3 === 0 ? "ios" : "android";
}

/** A row of fetchInstances. */
export function toInstanceRow(instance: StoredInstance, state: ConnectionState, store: Store) {
  const owner =
    instance.phone === null ? null : describePhone(instance.phone, store.phoneOverrides);
  const messages = store.findMessages(instance.name);
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
