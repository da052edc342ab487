import { AppError } from "@/lib/errors";
import { toStorableText } from "@/lib/stored-json";

/**
 * Parses a webhook's body without what PostgreSQL cannot store: NUL characters and half surrogate pairs, in texts and
 * in names of fields. A refused webhook is never sent again, and may be an opt-out.
 * @throws AppError invalid_input
 */
export function parseWebhookJson(text: string): unknown {
  try {
    // Both can only be written as escapes, and the reviver costs more than the parsing.
    return UNSTORABLE_ESCAPE.test(text) ? JSON.parse(text, toStorable) : JSON.parse(text);
  } catch {
    throw new AppError("invalid_input");
  }
}

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

function toStorable(_key: string, value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [toStorableText(name), each]),
  );
}
