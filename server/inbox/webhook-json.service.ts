import { AppError } from "@/lib/errors";

/**
 * Parses a webhook's body without its NUL characters, which PostgreSQL cannot store: a refused webhook is never sent
 * again, and may be an opt-out.
 * @throws AppError invalid_input
 */
export function parseWebhookJson(text: string): unknown {
  try {
    // The reviver costs more than the parsing, and NUL can only be written in this way.
    return text.includes("\\u0000") ? JSON.parse(text, removeNul) : JSON.parse(text);
  } catch {
    throw new AppError("invalid_input");
  }
}

function removeNul(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "") : value;
}
