import { env } from "@/server/env";

export interface OutsideCall {
  method?: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  /** Aborting makes the call throw: the caller is gone. */
  signal?: AbortSignal;
  timeoutMs: number;
}

export type OutsideAnswer =
  /** `retryAfterMs`: the delay the service asked for, at most 15 minutes; null when it gave none. */
  | { answered: true; status: number; text: string; retryAfterMs: number | null }
  /** `sent` is false when the request cannot have reached the service. `detail` is for the log. */
  | { answered: false; sent: boolean; detail: string };

const MAX_RETRY_AFTER_MS = 15 * 60_000;
/** Many times the longest response that any of our calls requests. */
const MAX_BYTES = 20_000_000;
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND"]);

/** Calls an external service, bounded in time and bytes. Throws only when `signal` aborts. */
export async function callOutside(
  url: URL,
  { method = "GET", headers, body, signal, timeoutMs }: OutsideCall,
): Promise<OutsideAnswer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      // Public instances refuse Node's default user agent, and their rules ask for one with a contact.
      headers: {
        accept: "application/json",
        "user-agent": `Garimpo/1.0 (+${env.CRAWLER_CONTACT})`,
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    return {
      answered: true,
      status: response.status,
      text: await readText(response),
      retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    const code = getErrorCode(error);
    return { answered: false, sent: !NEVER_SENT.has(code), detail: `${code}: ${error}` };
  }
}

/** Reads the whole body; throws beyond MAX_BYTES. */
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

/** RFC 9110 10.2.3: seconds or a date. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

/** fetch wraps the socket's error one or two levels deep. */
function getErrorCode(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
