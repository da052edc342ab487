import {
  aesDecryptGCM,
  aesEncryptGCM,
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  hkdf,
  proto,
  sha256,
} from "baileys";

const MODE = Buffer.from("Noise_XX_25519_AESGCM_SHA256\0\0\0\0");
const HEADER = Buffer.from([87, 65, 6, 3]);
const EMPTY = Buffer.alloc(0);
/** A chain that clients accept: they do not compare it with the key of the connection. */
const CERTIFICATES = [
  "CncKMwjjAhADGiCRKg7Kg1iu4CSulwLBaxX51Tefw6VXGgZqcr5OEbXIRiDQ04bOBijQjZ/TBhJA34Bj82jAHhLpCW",
  "BNVBlGnFDieamd8+138S57uMt9ke9mrn5r4+VepwBPKEgHjob6bR70rlCmWDkxZv+CfVjIAxJ2CjIIAxAAGiAcUams",
  "MDmUxsjQuS6hh4pTNHZZnMWZ++o1mX2aqQzOYiCAka6+Bij/3rfcBhJAJw8pRkhTn+1IcOJQVN1OlZg6uikYnCumyO",
  "7acFVVX3U3QPXsGSq2TCbCbWrebSC593Su43EgprIDlfU8ZgWFBw==",
].join("");

/** The server's side of WhatsApp's encrypted connection: a Noise XX handshake, then binary nodes. */
export class NoiseSession {
  #hash: Buffer = MODE;
  #salt: Buffer = MODE;
  #encryptKey: Buffer = MODE;
  #decryptKey: Buffer = MODE;
  #counter = 0;
  #ephemeral = Curve.generateKeyPair();
  #step: "hello" | "finish" | "open" = "hello";
  #received: Buffer = EMPTY;
  #reads = 0;
  #writes = 0;

  constructor() {
    this.#authenticate(HEADER);
  }

  /** Returns the answer to send, the client's login once it is known, and the received nodes. */
  async receive(chunk: Buffer): Promise<{
    answer?: Buffer;
    login?: proto.ClientPayload;
    nodes: BinaryNode[];
  }> {
    const begins = this.#step === "hello" && this.#received.length === 0;
    this.#received = Buffer.concat([
      this.#received,
      begins ? chunk.subarray(HEADER.length) : chunk,
    ]);
    const nodes: BinaryNode[] = [];
    let result: { answer?: Buffer; login?: proto.ClientPayload } = {};
    while (this.#received.length >= 3) {
      const length = this.#received.readUIntBE(0, 3);
      if (this.#received.length < length + 3) break;
      const frame = this.#received.subarray(3, length + 3);
      this.#received = this.#received.subarray(length + 3);
      if (this.#step === "open") nodes.push(await this.#readNode(frame));
      else if (this.#step === "hello") result = { answer: this.#hello(frame) };
      else result = { login: this.#finish(frame) };
    }
    return { ...result, nodes };
  }

  write(node: BinaryNode): Buffer {
    const bytes = Buffer.from(encodeBinaryNode(node));
    return toFrame(aesEncryptGCM(bytes, this.#encryptKey, toIv(this.#writes++), EMPTY));
  }

  #readNode(frame: Buffer): Promise<BinaryNode> {
    return decodeBinaryNode(aesDecryptGCM(frame, this.#decryptKey, toIv(this.#reads++), EMPTY));
  }

  #hello(frame: Buffer): Buffer {
    const { clientHello } = proto.HandshakeMessage.decode(frame);
    const theirs = Buffer.from(clientHello?.ephemeral ?? []);
    const key = Curve.generateKeyPair();
    this.#authenticate(theirs);
    this.#authenticate(this.#ephemeral.public);
    this.#mix(Curve.sharedKey(this.#ephemeral.private, theirs));
    const fixed = this.#encrypt(Buffer.from(key.public));
    this.#mix(Curve.sharedKey(key.private, theirs));
    const payload = this.#encrypt(Buffer.from(CERTIFICATES, "base64"));
    this.#step = "finish";
    const serverHello = { ephemeral: this.#ephemeral.public, static: fixed, payload };
    return toFrame(Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish()));
  }

  #finish(frame: Buffer): proto.ClientPayload {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    const theirs = this.#decrypt(Buffer.from(clientFinish?.static ?? []));
    this.#mix(Curve.sharedKey(this.#ephemeral.private, theirs));
    const payload = this.#decrypt(Buffer.from(clientFinish?.payload ?? []));
    const keys = Buffer.from(hkdf(EMPTY, 64, { salt: this.#salt, info: "" }));
    this.#decryptKey = keys.subarray(0, 32);
    this.#encryptKey = keys.subarray(32);
    this.#step = "open";
    return proto.ClientPayload.decode(payload);
  }

  #authenticate(data: Uint8Array) {
    this.#hash = sha256(Buffer.concat([this.#hash, data]));
  }

  #mix(data: Uint8Array) {
    const keys = Buffer.from(hkdf(Buffer.from(data), 64, { salt: this.#salt, info: "" }));
    this.#salt = keys.subarray(0, 32);
    this.#encryptKey = keys.subarray(32);
    this.#decryptKey = keys.subarray(32);
    this.#counter = 0;
  }

  #encrypt(data: Buffer): Buffer {
    const result = aesEncryptGCM(data, this.#encryptKey, toIv(this.#counter++), this.#hash);
    this.#authenticate(result);
    return result;
  }

  #decrypt(data: Buffer): Buffer {
    const result = aesDecryptGCM(data, this.#decryptKey, toIv(this.#counter++), this.#hash);
    this.#authenticate(data);
    return result;
  }
}

function toIv(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
}

function toFrame(data: Buffer): Buffer {
  const length = Buffer.alloc(3);
  length.writeUIntBE(data.length, 0, 3);
  return Buffer.concat([length, data]);
}
