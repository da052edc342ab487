import type { z } from "zod";
import { callOutside, type OutsideAnswer, type OutsideCall } from "./call";

/** Why an external service did not answer. 'refused' is permanent (key, plan, request); the others are temporary. */
export interface OutsideFailure {
  ok: false;
  reason: "rate_limited" | "unavailable" | "refused";
  /** The delay that the service requested; null when it gave none. */
  retryAfterMs: number | null;
  /** For the log, not for users. */
  detail: string;
}

/** Calls a JSON API and classifies failures by whether a retry can help. Throws only when `signal` aborts. */
export async function callJson(
  url: URL,
  call: OutsideCall,
): Promise<{ ok: true; body: unknown } | OutsideFailure> {
  const answer = await callOutside(url, call);
  if (!answer.answered) return unavailable(answer.detail);
  if (answer.status < 200 || answer.status >= 300) return toFailure(answer);
  const body = parseJson(answer.text);
  return body === undefined ? unavailable("an answer that is no JSON") : { ok: true, body };
}

/** Returns undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The entries of a response that match the schema; invalid ones are skipped. Returns null when none of several
 * matches, which means another service answered.
 */
export function readEntries<T>(schema: z.ZodType<T>, entries: readonly unknown[]): T[] | null {
  const read = entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  return entries.length > 0 && read.length === 0 ? null : read;
}

export function unavailable(detail: string): OutsideFailure {
  return { ok: false, reason: "unavailable", retryAfterMs: null, detail: detail.slice(0, 500) };
}

export function refused(detail: string): OutsideFailure {
  return { ok: false, reason: "refused", retryAfterMs: null, detail: detail.slice(0, 500) };
}

function toFailure({ status, text, retryAfterMs }: Answered): OutsideFailure {
  const detail = `HTTP ${status} ${text.slice(0, 300)}`;
  if (status === 429) return { ok: false, reason: "rate_limited", retryAfterMs, detail };
  const passing = status >= 500 || status === 408 || status === 425;
  return { ok: false, reason: passing ? "unavailable" : "refused", retryAfterMs, detail };
}

type Answered = Extract<OutsideAnswer, { answered: true }>;
