import { createHash } from "node:crypto";
import { reseal, seal, unseal } from "./secrets";

/** The table has one row. */
const PLACE = "erasure_key.sealed_key";
/** Of SHA-256. */
const BLOCK_BYTES = 64;

/** The two pads of HMAC, which the database hashes with: see erasure_hash() in prisma/rules. */
export function toPads(key: Buffer): Buffer {
  const block = Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)]);
  return Buffer.concat([block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)]);
}

/** Identifies a key in the database without revealing it. */
export function toFingerprint(key: Buffer): Buffer {
  return createHash("sha256").update(toPads(key)).digest();
}

export function sealKey(key: Buffer): string {
  return seal(key.toString("hex"), PLACE);
}

/** Null when it was sealed with another secret. */
export function unsealKey(sealedKey: string): Buffer | null {
  const hex = unseal(sealedKey, PLACE);
  return hex === null ? null : Buffer.from(hex, "hex");
}

/** Null when there is nothing to change. */
export function resealKey(sealedKey: string): string | null {
  return reseal(sealedKey, PLACE);
}
