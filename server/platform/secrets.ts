import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type Hmac,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { fromEnv } from "./env";

const getKey = deriveKey("garimpo sealed secrets");
const getRequestKey = deriveKey("garimpo request hashes");

function deriveKey(purpose: string): () => Buffer {
  return fromEnv(({ AUTH_SECRET }) =>
    Buffer.from(hkdfSync("sha256", AUTH_SECRET, "", purpose, 32)),
  );
}

/** Encrypts with AES-256-GCM under the installation's key, so that a backup does not reveal provider secrets. */
export function seal(secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", getKey(), nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Returns null when it is damaged or was encrypted under another key. */
export function unseal(sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", getKey(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** The SHA-256 stored instead of a token, so that a leaked database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** A keyed hash of a request's content: without the installation's key its content cannot be guessed by trying. */
export function createRequestHash(): Hmac {
  return createHmac("sha256", getRequestKey());
}
