import { bytesToHex, randomBytes } from "@noble/ciphers/utils.js";

/** A unique key for one request. Browsers have randomUUID only on secure pages. */
export function createIdempotencyKey(): string {
  return bytesToHex(randomBytes(16));
}
