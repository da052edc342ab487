import { createHash } from "node:crypto";

/** Wrong passwords per e-mail and network: counting by e-mail alone would let an attacker lock the owner out. */
export const LOGIN_ATTEMPTS = { name: "login attempts", points: 10, windowSeconds: 15 * 60 };

export const RECOVERY_ATTEMPTS = { name: "recovery attempts", points: 5, windowSeconds: 15 * 60 };

/** The account whose password is checked or set; also whose turn the hash takes. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A hash, so that the key has a fixed length and the table contains no e-mail addresses. */
export function getAccountKey(email: string, network: string): string {
  return `${createHash("sha256").update(normalizeEmail(email)).digest("base64url")} ${network}`;
}
