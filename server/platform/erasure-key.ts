import { createHash } from "node:crypto";
import { unseal } from "./secrets";

/** Of SHA-256. */
const BLOCK_BYTES = 64;

/** The two pads of HMAC, which the database hashes with: see erasure_hash() in the migrations. */
export function toPads(key: Buffer): Buffer {
  const block = Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)]);
  return Buffer.concat([block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)]);
}

/** What the database knows a key by, which tells nothing of it. */
export function toFingerprint(key: Buffer): Buffer {
  return createHash("sha256").update(toPads(key)).digest();
}

/** Null when it was sealed with another secret. */
export function unsealKey(sealedKey: string): Buffer | null {
  const hex = unseal(sealedKey);
  return hex === null ? null : Buffer.from(hex, "hex");
}
