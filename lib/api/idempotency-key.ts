import { bytesToHex, randomBytes } from "@noble/ciphers/utils.js";

/** A new name for one request. Browsers have randomUUID on secure pages alone. */
export function createIdempotencyKey(): string {
  return bytesToHex(randomBytes(16));
}
