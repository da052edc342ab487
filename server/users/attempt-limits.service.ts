import { createHash } from "node:crypto";

/** Wrong passwords for one e-mail from one address. By both: who guesses from elsewhere must not lock the owner out. */
export const LOGIN_ATTEMPTS = { name: "login attempts", points: 10, windowSeconds: 15 * 60 };

export const RECOVERY_ATTEMPTS = { name: "recovery attempts", points: 5, windowSeconds: 15 * 60 };

/** Fixed in length, and no e-mail lies in the table of counters. */
export function accountKey(email: string, address: string): string {
  const normal = email.trim().toLowerCase();
  return `${createHash("sha256").update(normal).digest("base64url")} ${address.slice(0, 60)}`;
}
