import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type Hmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env, fromEnv } from "./env";

const getKeys = deriveKeys("garimpo sealed secrets");
const getRequestKeys = deriveKeys("garimpo request hashes");

/** This installation's secret, and the one that is replaced by it or will replace it: what either made is understood. */
export function listSecrets(): readonly string[] {
  return [env.AUTH_SECRET, env.AUTH_SECRET_ACCEPTED].filter((secret) => secret !== undefined);
}

/** In the order of listSecrets: the first one is what is written with. */
function deriveKeys(purpose: string): () => [Buffer, ...Buffer[]] {
  return fromEnv(
    () =>
      listSecrets().map((secret) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32))) as [
        Buffer,
        ...Buffer[],
      ],
  );
}

/** Encrypts with AES-256-GCM under the installation's key, so that a backup does not reveal provider secrets. */
export function seal(secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", getKeys()[0], nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Returns null when it is damaged or was encrypted under a key that is not known. */
export function unseal(sealed: string): string | null {
  for (const key of getKeys()) {
    const secret = unsealWith(key, sealed);
    if (secret !== null) return secret;
  }
  return null;
}

/** The same secret under the installation's own key; null when it is under that one already, or cannot be read. */
export function reseal(sealed: string): string | null {
  const [own, ...others] = getKeys();
  if (unsealWith(own, sealed) !== null) return null;
  for (const key of others) {
    const secret = unsealWith(key, sealed);
    if (secret !== null) return seal(secret);
  }
  return null;
}

function unsealWith(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
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

/** Compares two texts in a time that does not depend on where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other));
}

/**
 * Keyed hashes of a request's content, the one to keep first: without the installation's key its content cannot be
 * guessed by trying. What was kept under the accepted key is recognized by the second one.
 */
export function createRequestHashes(): [Hmac, ...Hmac[]] {
  return getRequestKeys().map((key) => createHmac("sha256", key)) as [Hmac, ...Hmac[]];
}
