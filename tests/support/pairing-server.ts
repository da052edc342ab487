import { type BinaryNode, Curve, getBinaryNodeChild, hmacSign, proto } from "baileys";
import { listenForConnections, type NoiseConnection } from "./noise-server";

const SERVER = "@s.whatsapp.net";

export interface PairingServer {
  /** How often a connection began without a pairing, and with one. */
  logins: { unpaired: number; paired: number };
  /** The number for which a code to type was requested. */
  askedFor: string | null;
  /** Shows the next QR code. */
  offer(): void;
  /** A phone with this number scans the code. */
  scan(qr: string, number: string): void;
  /** Every node received, in order. */
  received: BinaryNode[];
  /** Sends a node to the open connections. */
  send(node: BinaryNode): void;
  /** Closes the open connections with this reason. */
  fail(reason: number): void;
  close(): Promise<void>;
}

/** The part of WhatsApp that a pairing needs: QR codes, the phone's consent, the restart, the login. */
export async function startPairingServer(): Promise<PairingServer> {
  const open = new Set<NoiseConnection>();
  const logins = { unpaired: 0, paired: 0 };
  const state = { askedFor: null as string | null };
  const received: BinaryNode[] = [];
  let offers = 0;

  const sendAll = (node: BinaryNode) => {
    for (const connection of open) connection.send(node);
  };
  const offer = () => {
    offers += 1;
    const refs = [0, 1, 2].map((n) => ({
      tag: "ref",
      attrs: {},
      content: Buffer.from(`ref-${offers}-${n}`),
    }));
    const pairing = { tag: "pair-device", attrs: {}, content: refs };
    sendAll({
      tag: "iq",
      attrs: { type: "set", id: `p${offers}`, from: SERVER },
      content: [pairing],
    });
  };

  const server = await listenForConnections({
    login(connection, paired) {
      open.add(connection);
      if (!paired) {
        logins.unpaired += 1;
        return offer();
      }
      logins.paired += 1;
      connection.send({
        tag: "success",
        attrs: { t: String(Math.floor(Date.now() / 1000)), lid: "77@lid" },
      });
    },
    close: (connection) => open.delete(connection),
    node(connection, node) {
      received.push(node);
      const code = getBinaryNodeChild(node, "link_code_companion_reg");
      if (code) state.askedFor = code.attrs["jid"] ?? null;
      if (getBinaryNodeChild(node, "pair-device-sign")) {
        connection.send({ tag: "stream:error", attrs: { code: "515" } });
      } else if (node.tag === "iq" && node.attrs["type"] !== "result") {
        const count = { tag: "count", attrs: { value: "100" } };
        connection.send({
          tag: "iq",
          attrs: { id: node.attrs["id"] ?? "", type: "result", from: SERVER },
          content: [count],
        });
      }
    },
  });

  return {
    logins,
    get askedFor() {
      return state.askedFor;
    },
    received,
    send: sendAll,
    offer,
    scan: (qr, number) => sendAll(buildPairSuccess(qr, number)),
    fail(reason) {
      sendAll({ tag: "failure", attrs: { reason: String(reason) } });
    },
    close: server.close,
  };
}

/** The node that ends a pairing: in it the phone signs the keys of the QR code. */
function buildPairSuccess(qr: string, number: string): BinaryNode {
  const [, , identityKey = "", secret = ""] = qr.slice(qr.indexOf("#") + 1).split(",");
  const account = Curve.generateKeyPair();
  const details = Buffer.from(
    proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp: 1, keyIndex: 1 }).finish(),
  );
  const vouched = Buffer.concat([Buffer.from([6, 0]), details, Buffer.from(identityKey, "base64")]);
  const identity = Buffer.from(
    proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: account.public,
      accountSignature: Curve.sign(account.private, vouched),
    }).finish(),
  );
  const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: identity,
    hmac: hmacSign(identity, Buffer.from(secret, "base64")),
  }).finish();
  return {
    tag: "iq",
    attrs: { type: "set", id: "paired", from: SERVER },
    content: [
      {
        tag: "pair-success",
        attrs: {},
        content: [
          { tag: "device-identity", attrs: {}, content: Buffer.from(sealed) },
          { tag: "device", attrs: { jid: `${number}:7@s.whatsapp.net`, lid: "77:7@lid" } },
          { tag: "platform", attrs: { name: "android" } },
        ],
      },
    ],
  };
}
