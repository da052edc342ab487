import {
  type BinaryNode,
  Curve,
  encodeBigEndian,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  proto,
  signedKeyPair,
} from "baileys";
import { listenForConnections, type NoiseConnection } from "./noise-server";
import { OWN_NUMBER } from "./whatsapp-server";

const SERVER = "@s.whatsapp.net";

/** The fault of a connection. Other connections work, as far as the server's own state allows. */
interface Ailment {
  /** Nothing is sent to the client: messages wait for its next connection. Requests are answered. */
  deaf?: boolean;
  /** Nothing from the client is answered or accepted. */
  mute?: boolean;
  /** Everything in one direction or the other takes so long. */
  slow?: { in?: number; out?: number };
}

/** WhatsApp's answer about new chats, with its own names. */
interface Limits {
  quota?: {
    total_quota: number;
    used_quota: number;
    cycle_end_timestamp: string;
    capping_status?: string;
  };
  /** Seconds since 1970; messages to people who never wrote are refused until then. */
  lockedUntil?: number;
}

export interface DeafServer {
  /** Texts' ids in the order in which they were taken; ciphers are not read. */
  taken: string[];
  connections: { open: number; total: number };
  /** How often our own phone was asked by one of its devices. */
  asked: number;
  /** Messages refused with error 463, by their ids. */
  refused: string[];
  /** Sets the limits that the client gets on request; `announce` also sends them to the client at once. */
  limit(limits: Limits, announce?: boolean): void;
  /** The phone of the account is switched off: it confirms nothing. */
  phoneOff: boolean;
  /** From now on, for the open connection. */
  ail(ailment: Ailment): void;
  /** The same for every connection to come, until called without one. */
  ailAlways(ailment: Ailment | null): void;
  /** A person writes to us; the server brings it, or keeps it for the next connection. Returns the id. */
  write(number: string, text: string): string;
  cut(): void;
  close(): Promise<void>;
}

/** WhatsApp as far as it carries messages, for phones that are paired already; it can be made deaf, mute and slow. */
export async function startDeafServer(): Promise<DeafServer> {
  const taken: string[] = [];
  const refused: string[] = [];
  const writers = new Set<string>();
  /** Strangers who were written to since the limits were set: WhatsApp counts them. */
  const opened = new Set<string>();
  let limits: Limits = {};
  const kept = new Map<string, BinaryNode>();
  const state = { asked: 0, phoneOff: false, always: null as Ailment | null };
  const connections = { open: 0, total: 0 };
  let current: { connection: NoiseConnection; ailment: Ailment; active: boolean } | null = null;
  let written = 0;

  const server = await listenForConnections({
    login(connection) {
      connections.open += 1;
      connections.total += 1;
      current = { connection, ailment: state.always ?? {}, active: false };
      answer(connection, {
        tag: "success",
        attrs: { t: String(Math.floor(Date.now() / 1000)), lid: "77:1@lid" },
      });
    },
    close(connection) {
      connections.open -= 1;
      if (current?.connection === connection) current = null;
    },
    node(connection, node) {
      if (current?.connection !== connection || current.ailment.mute) return;
      later(current.ailment.slow?.in, () => take(connection, node));
    },
  });

  function later(ms: number | undefined, act: () => void) {
    if (ms) setTimeout(act, ms);
    else act();
  }

  /** Answers the client's request. */
  function answer(connection: NoiseConnection, node: BinaryNode) {
    later(current?.ailment.slow?.out, () => connection.send(node));
  }

  /** Sends a node that the client did not request. */
  function bring(node: BinaryNode) {
    if (!current || current.ailment.deaf || current.ailment.mute) return;
    answer(current.connection, node);
  }

  function take(connection: NoiseConnection, node: BinaryNode) {
    const { id = "", class: kind, xmlns } = node.attrs;
    if (node.tag === "receipt" || (node.tag === "ack" && kind === "message")) kept.delete(id);
    if (node.tag === "message") return takeMessage(connection, node);
    if (node.tag !== "iq" || node.attrs["type"] === "result") return;
    const attrs = { id, type: "result", from: SERVER };
    answer(connection, { tag: "iq", attrs, content: answerQuery(node, readLimits()) });
    if (xmlns !== "passive" || !current) return;
    current.active = true;
    for (const each of kept.values()) bring(each);
    bring({
      tag: "ib",
      attrs: {},
      content: [{ tag: "offline", attrs: { count: String(kept.size) } }],
    });
  }

  function readLimits(): Limits {
    const { quota } = limits;
    return quota
      ? { ...limits, quota: { ...quota, used_quota: quota.used_quota + opened.size } }
      : limits;
  }

  function takeMessage(connection: NoiseConnection, { attrs }: BinaryNode) {
    const { id = "", to = "", category } = attrs;
    const t = String(Math.floor(Date.now() / 1000));
    const person = to.split(/[:@]/)[0] ?? "";
    const isStranger = category !== "peer" && !writers.has(person.replace(/^9(?=55)/, ""));
    if (isStranger && (limits.lockedUntil ?? 0) > Date.now() / 1000) {
      refused.push(id);
      const attrs = { class: "message", id, from: to, t, error: "463" };
      return answer(connection, { tag: "ack", attrs });
    }
    answer(connection, { tag: "ack", attrs: { class: "message", id, from: to, t } });
    if (isStranger) opened.add(person);
    if (category !== "peer") return void taken.push(id);
    state.asked += 1;
    if (!state.phoneOff) bring({ tag: "receipt", attrs: { id, from: to, type: "peer_msg", t } });
  }

  return {
    taken,
    refused,
    connections,
    limit(next, announce = false) {
      limits = next;
      opened.clear();
      if (!announce) return;
      for (const [name, data] of Object.entries(toNotices(next))) {
        const update = { tag: "update", attrs: { op_name: name }, content: toJson({ data }) };
        const t = String(Math.floor(Date.now() / 1000));
        bring({
          tag: "notification",
          attrs: { id: `limit-${Date.now()}-${name.length}`, from: SERVER, type: "mex", t },
          content: [update],
        });
      }
    },
    get asked() {
      return state.asked;
    },
    get phoneOff() {
      return state.phoneOff;
    },
    set phoneOff(off) {
      state.phoneOff = off;
    },
    ail(ailment) {
      if (current) current.ailment = ailment;
    },
    ailAlways(ailment) {
      state.always = ailment;
      if (current) current.ailment = ailment ?? {};
    },
    write(number, text) {
      written += 1;
      writers.add(number);
      const id = `WRITTEN${Date.now()}${written}`;
      const words = Buffer.from(proto.Message.encode({ conversation: text }).finish());
      const node: BinaryNode = {
        tag: "message",
        attrs: {
          id,
          from: `${number}@s.whatsapp.net`,
          type: "text",
          t: String(Math.floor(Date.now() / 1000)),
          notify: "Bia",
        },
        content: [{ tag: "plaintext", attrs: {}, content: words }],
      };
      kept.set(id, node);
      if (current?.active) bring(node);
      return id;
    },
    cut: () => current?.connection.cut(),
    close: server.close,
  };
}

/** The ids of WhatsApp's questions; see QueryIds of Baileys. */
const ASK_LOCK = "23983697327930364";
const ASK_QUOTA = "24503548349331633";

function toLock({ lockedUntil }: Limits) {
  const isActive = (lockedUntil ?? 0) > Date.now() / 1000;
  return {
    is_active: isActive,
    time_enforcement_ends: isActive ? String(lockedUntil) : "0",
    enforcement_type: "DEFAULT",
  };
}

function toNotices(limits: Limits): Record<string, object> {
  return {
    NotificationUserReachoutTimelockUpdate: {
      xwa2_notify_account_reachout_timelock: toLock(limits),
    },
    ...(limits.quota && {
      MessageCappingInfoNotification: {
        xwa2_notify_new_chat_messages_capping_info_update: limits.quota,
      },
    }),
  };
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));

/** As much as the library needs to go on: a count of keys, devices of people, and keys to write to them. */
function answerQuery(node: BinaryNode, limits: Limits): BinaryNode[] {
  const asked = getBinaryNodeChild(node, "query")?.attrs["query_id"];
  if (asked === ASK_LOCK || asked === ASK_QUOTA) {
    const data =
      asked === ASK_LOCK
        ? { xwa2_fetch_account_reachout_timelock: toLock(limits) }
        : { xwa2_message_capping_info: limits.quota ?? { total_quota: -1 } };
    return [{ tag: "result", attrs: {}, content: toJson({ data }) }];
  }
  const usync = getBinaryNodeChild(node, "usync");
  if (usync) {
    const people = getBinaryNodeChildren(getBinaryNodeChild(usync, "list"), "user");
    const device = { tag: "device", attrs: { id: "0", "key-index": "1" } };
    const devices = [{ tag: "device-list", attrs: {}, content: [device] }];
    const users = people.map(({ attrs, content }): BinaryNode => {
      // A number that is looked up has no address yet.
      const jid = attrs["jid"] ?? toPhoneAddress(content);
      return {
        tag: "user",
        attrs: { jid },
        content: [
          { tag: "contact", attrs: { type: "in" } },
          { tag: "devices", attrs: {}, content: devices },
          { tag: "lid", attrs: { val: toOpaqueId(jid) } },
        ],
      };
    });
    return [{ tag: "usync", attrs: {}, content: [{ tag: "list", attrs: {}, content: users }] }];
  }
  const key = getBinaryNodeChild(node, "key");
  if (key) {
    const users = getBinaryNodeChildren(key, "user").map(({ attrs }) => buildKeys(attrs));
    return [{ tag: "list", attrs: {}, content: users }];
  }
  return [{ tag: "count", attrs: { value: "100" } }];
}

function toPhoneAddress(content: BinaryNode["content"]): string {
  const contact = Array.isArray(content) ? content.find(({ tag }) => tag === "contact") : undefined;
  const written = contact?.content instanceof Uint8Array ? Buffer.from(contact.content) : "";
  return `${String(written || contact?.content).replace(/\D/g, "")}@s.whatsapp.net`;
}

function toOpaqueId(jid: string): string {
  const number = jid.split(/[:@]/)[0] ?? "";
  return number === OWN_NUMBER ? "77@lid" : `9${number}@lid`;
}

function buildKeys(attrs: Record<string, string>): BinaryNode {
  const identity = Curve.generateKeyPair();
  const { keyPair, signature, keyId } = signedKeyPair(identity, 1);
  const leaf = (tag: string, content: Uint8Array): BinaryNode => ({
    tag,
    attrs: {},
    content: Buffer.from(content),
  });
  const id = leaf("id", encodeBigEndian(keyId, 3));
  return {
    tag: "user",
    attrs,
    content: [
      leaf("registration", encodeBigEndian(1, 4)),
      leaf("identity", identity.public),
      {
        tag: "skey",
        attrs: {},
        content: [id, leaf("value", keyPair.public), leaf("signature", signature)],
      },
      {
        tag: "key",
        attrs: {},
        content: [id, leaf("value", Curve.generateKeyPair().public)],
      },
    ],
  };
}
