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

/**
 * This installation's secret, and the one that it replaces or will be replaced by: values made with either can be read.
 */
export function listSecrets(): readonly string[] {
  return [env.AUTH_SECRET, env.AUTH_SECRET_ACCEPTED].filter((secret) => secret !== undefined);
}

/** In the order of listSecrets: the first one is used for writing. */
function deriveKeys(purpose: string): () => [Buffer, ...Buffer[]] {
  return fromEnv(
    () =>
      listSecrets().map((secret) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32))) as [
        Buffer,
        ...Buffer[],
      ],
  );
}

/** Prefix of a value that can be read only at its place; older values were sealed without a place. */
const BOUND = "1.";
let bindsPlaces = true;

/** Off in an installation that an older version began: its processes may still run, and could not read bound values. */
export function setBinding(binds: boolean): void {
  bindsPlaces = binds;
}

/** Whether a value can be read only at its place. */
export function isBound(sealed: string): boolean {
  return sealed.startsWith(BOUND);
}

/**
 * Encrypts with AES-256-GCM under the installation's key, so that a backup does not reveal provider secrets.
 * @param place table, column and row, such as 'second_factors.sealed_secret 7': copied to another row, it cannot be
 * read
 */
export function seal(secret: string, place: string): string {
  return bindsPlaces
    ? BOUND + sealBytes(secret, place).toString("base64")
    : sealBytes(secret, "").toString("base64");
}

/** Returns null when it is damaged, was sealed for another place, or under a key that is not known. */
export function unseal(sealed: string, place: string): string | null {
  return isBound(sealed)
    ? unsealBytes(Buffer.from(sealed.slice(BOUND.length), "base64"), place)
    : unsealBytes(Buffer.from(sealed, "base64"), "");
}

/** The same secret in the form that seal() writes now; null when it already has that form, or cannot be read. */
export function reseal(sealed: string, place: string): string | null {
  const bound = isBound(sealed);
  const bytes = Buffer.from(bound ? sealed.slice(BOUND.length) : sealed, "base64");
  const isOwn = unsealBytes(bytes, bound ? place : "", [getKeys()[0]]) !== null;
  if (isOwn && (bound || !bindsPlaces)) return null;
  const secret = unseal(sealed, place);
  return secret === null ? null : seal(secret, place);
}

/** Like seal(), for values that are stored in no row: `associated` names their purpose. */
export function sealBytes(secret: string, associated: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", getKeys()[0], nonce);
  cipher.setAAD(Buffer.from(associated));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null like unseal(). */
export function unsealBytes(
  bytes: Buffer,
  associated: string,
  keys: readonly Buffer[] = getKeys(),
): string | null {
  for (const key of keys) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(associated));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        "utf8",
      );
    } catch {
      // Another key, another place, or damaged.
    }
  }
  return null;
}

/** The SHA-256 stored instead of a token, so that a leaked database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Compares two texts in constant time, wherever they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other));
}

/**
 * Keyed hashes of a request's content, the one to store first: without the installation's key its content cannot be
 * guessed by trying. The second one recognises hashes stored under the accepted key.
 */
export function createRequestHashes(): [Hmac, ...Hmac[]] {
  return getRequestKeys().map((key) => createHmac("sha256", key)) as [Hmac, ...Hmac[]];
}
