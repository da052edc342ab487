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

/** What is wrong with a connection. Another one is well, as far as the server's own state goes. */
interface Ailment {
  /** Nothing is brought to the client: messages wait for its next connection. Questions are answered. */
  deaf?: boolean;
  /** Nothing of the client is answered or taken. */
  mute?: boolean;
  /** Everything in one direction or the other takes so long. */
  slow?: { in?: number; out?: number };
}

export interface DeafServer {
  /** Texts' ids in the order in which they were taken; ciphers are not read. */
  taken: string[];
  connections: { open: number; total: number };
  /** How often our own phone was asked by one of its devices. */
  asked: number;
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

  /** What the client asked for. */
  function answer(connection: NoiseConnection, node: BinaryNode) {
    later(current?.ailment.slow?.out, () => connection.send(node));
  }

  /** What it did not ask for. */
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
    answer(connection, { tag: "iq", attrs, content: answerQuery(node) });
    if (xmlns !== "passive" || !current) return;
    current.active = true;
    for (const each of kept.values()) bring(each);
    bring({
      tag: "ib",
      attrs: {},
      content: [{ tag: "offline", attrs: { count: String(kept.size) } }],
    });
  }

  function takeMessage(connection: NoiseConnection, { attrs }: BinaryNode) {
    const { id = "", to = "", category } = attrs;
    const t = String(Math.floor(Date.now() / 1000));
    answer(connection, { tag: "ack", attrs: { class: "message", id, from: to, t } });
    if (category !== "peer") return void taken.push(id);
    state.asked += 1;
    if (!state.phoneOff) bring({ tag: "receipt", attrs: { id, from: to, type: "peer_msg", t } });
  }

  return {
    taken,
    connections,
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

/** As much as the library needs to go on: a count of keys, devices of people, and keys to write to them. */
function answerQuery(node: BinaryNode): BinaryNode[] {
  const usync = getBinaryNodeChild(node, "usync");
  if (usync) {
    const asked = getBinaryNodeChildren(getBinaryNodeChild(usync, "list"), "user");
    const device = { tag: "device", attrs: { id: "0", "key-index": "1" } };
    const devices = [{ tag: "device-list", attrs: {}, content: [device] }];
    const users = asked.map(
      ({ attrs }): BinaryNode => ({
        tag: "user",
        attrs,
        content: [
          { tag: "devices", attrs: {}, content: devices },
          { tag: "lid", attrs: { val: toOpaqueId(attrs["jid"] ?? "") } },
        ],
      }),
    );
    return [{ tag: "usync", attrs: {}, content: [{ tag: "list", attrs: {}, content: users }] }];
  }
  const key = getBinaryNodeChild(node, "key");
  if (key) {
    const users = getBinaryNodeChildren(key, "user").map(({ attrs }) => buildKeys(attrs));
    return [{ tag: "list", attrs: {}, content: users }];
  }
  return [{ tag: "count", attrs: { value: "100" } }];
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
