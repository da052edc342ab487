import { toStorableText } from "@/lib/stored-json";

/** Reads untyped JSON of a protocol buffer: nothing here throws, for any input. */
export type Fields = Readonly<Record<string, unknown>>;

export const MAX_TEXT_LENGTH = 65_536;
const MAX_ID_LENGTH = 200;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function readFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/**
 * The first candidate with a visible character; null without one. Without NUL and without half surrogate pairs, which
 * PostgreSQL cannot store.
 */
export function firstText(candidates: unknown[], maxLength = MAX_TEXT_LENGTH): string | null {
  const text = candidates.find((candidate) => typeof candidate === "string" && candidate.trim());
  if (typeof text !== "string") return null;
  return toStorableText(text.slice(0, maxLength));
}

/** The id of a message; null for anything else, and beyond the length of any id. */
export function readId(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH ? value : null;
}

/** A 64-bit integer as a number, as text or as its two halves; null for anything else. */
export function readInteger(value: unknown): number | null {
  const { low, high } = readFields(value);
  const whole =
    typeof low === "number" && typeof high === "number" ? (low >>> 0) + high * 2 ** 32 : value;
  // An object may have a toString that throws.
  const text = typeof whole === "number" || typeof whole === "string" ? String(whole) : "";
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
