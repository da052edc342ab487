import { randomBytes } from "node:crypto";

/** A new id for our own message, in WhatsApp's format: "3EB0" and 18 hex digits. */
export function createMessageId(): string {
  return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
}
