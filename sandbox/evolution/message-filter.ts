import type { StoredMessage } from "../store/store";
import { getSeconds, getSource, toContentBody } from "../whatsapp/bodies";
import { isBody, type JsonBody } from "./validation";

/** Compares literally, as Evolution does: messages of an `@lid` address are not found by the phone's jid, nor vice versa. */
export function matchesWhere(message: StoredMessage, where: JsonBody): boolean {
  const key = isBody(where.key) ? where.key : {};
  return (
    isOfChat(message, key) &&
    isOrUnset(key.id, message.keyId) &&
    isOrUnset(key.fromMe, message.fromMe) &&
    isOrUnset(where.id, message.id) &&
    isOrUnset(where.messageType, toContentBody(message).messageType) &&
    isOrUnset(where.source, getSource(message)) &&
    isWithin(getSeconds(message), where.messageTimestamp)
  );
}

/** One of the two addresses has to match. */
function isOfChat(message: StoredMessage, { remoteJid, remoteJidAlt }: JsonBody): boolean {
  const asked = [remoteJid, remoteJidAlt].map((jid) => jid !== undefined && jid !== null);
  if (!asked.includes(true)) return true;
  return (
    (asked[0] === true && remoteJid === message.remoteJid) ||
    (asked[1] === true && remoteJidAlt === message.remoteJidAlt)
  );
}

function isOrUnset(wanted: unknown, value: unknown): boolean {
  return wanted === undefined || wanted === null || wanted === value;
}

/**
 * Evolution parses both bounds with `new Date(…)`, so a bare number is milliseconds, and ignores the
 * range unless both are given.
 */
function isWithin(seconds: number, range: unknown): boolean {
  if (!isBody(range)) return true;
  const from = parseSeconds(range.gte);
  const to = parseSeconds(range.lte);
  return from === null || to === null || (seconds >= from && seconds <= to);
}

function parseSeconds(value: unknown): number | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const milliseconds = new Date(value).getTime();
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}
