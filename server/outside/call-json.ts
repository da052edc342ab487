import type { z } from "zod";
import { env } from "@/server/env";

/** Why a service we do not own gave no answer. 'refused' is for good (key, plan, request); the others may pass. */
export interface OutsideFailure {
  ok: false;
  reason: "rate_limited" | "unavailable" | "refused";
  /** How long the service asked us to wait; null when it did not say. */
  retryAfterMs: number | null;
  /** For the log, never for a person. */
  detail: string;
}

export interface JsonCall {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Aborting it makes the call throw: whoever asked is gone. */
  signal: AbortSignal;
  timeoutMs: number;
}

const MAX_RETRY_AFTER_MS = 15 * 60_000;
/** Many times the longest answer anybody here asks for. */
const MAX_BYTES = 20_000_000;

/** One call of a JSON API, its failures sorted by whether trying again can help. Throws only when `signal` aborts. */
export async function callJson(
  url: URL,
  { method = "GET", headers, body, signal, timeoutMs }: JsonCall,
): Promise<{ ok: true; body: unknown } | OutsideFailure> {
  try {
    const response = await fetch(url, {
      method,
      // Public instances refuse Node's default agent, and their rules ask for one that says who to write to.
      headers: {
        accept: "application/json",
        "user-agent": `Garimpo/1.0 (+${env.CRAWLER_CONTACT})`,
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await readText(response);
    if (!response.ok) return failureOf(response, text);
    return { ok: true, body: JSON.parse(text) };
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = error instanceof Error ? (error.cause ?? "") : "";
    return unavailable(`${error} ${cause}`);
  }
}

/** The whole body, of a service that may have lost its mind: an endless one is a failure. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The entries of an answer that have the shape asked for: one that misses something costs the others nothing. Null when
 * there are entries and none has it, which is another service's answer.
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

function failureOf({ status, headers }: Response, text: string): OutsideFailure {
  const detail = `HTTP ${status} ${text.slice(0, 300)}`;
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  if (status === 429) return { ok: false, reason: "rate_limited", retryAfterMs, detail };
  const passing = status >= 500 || status === 408 || status === 425;
  return { ok: false, reason: passing ? "unavailable" : "refused", retryAfterMs, detail };
}

/** RFC 9110 10.2.3: seconds or a date. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}
