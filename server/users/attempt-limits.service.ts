import { createHash } from "node:crypto";

/** Wrong passwords per e-mail and address: counting by e-mail alone would let an attacker lock the owner out. */
export const LOGIN_ATTEMPTS = { name: "login attempts", points: 10, windowSeconds: 15 * 60 };

export const RECOVERY_ATTEMPTS = { name: "recovery attempts", points: 5, windowSeconds: 15 * 60 };

/** A hash, so that the key has a fixed length and the table contains no e-mail addresses. */
export function getAccountKey(email: string, address: string): string {
  const normal = email.trim().toLowerCase();
  return `${createHash("sha256").update(normal).digest("base64url")} ${address.slice(0, 60)}`;
}
