import { Readable } from "node:stream";
import { env } from "@/server/env";

export interface OutsideCall {
  method?: "GET" | "POST" | "DELETE" | "PROPFIND";
  headers?: Record<string, string>;
  /** Bytes that are read while they are sent, for what is too large for the memory. */
  body?: string | AsyncIterable<Uint8Array>;
  /** Aborting makes the call throw: the caller is gone. */
  signal?: AbortSignal;
  timeoutMs: number;
  /** Of an answer that is read whole; many times what most of our calls request, unless said otherwise. */
  maxBytes?: number;
}

interface AnswerHead {
  answered: true;
  status: number;
  /** The delay the service asked for, at most 15 minutes; null when it gave none. */
  retryAfterMs: number | null;
}

/** `sent` is false when the request cannot have reached the service. `detail` is for the log. */
interface NoAnswer {
  answered: false;
  sent: boolean;
  detail: string;
}

export type OutsideAnswer = (AnswerHead & { text: string }) | NoAnswer;
export type StreamedAnswer = (AnswerHead & { body: ReadableStream<Uint8Array> }) | NoAnswer;

const MAX_RETRY_AFTER_MS = 15 * 60_000;
const MAX_BYTES = 20_000_000;
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND"]);

/** Calls an external service, bounded in time and bytes. Throws only when `signal` aborts. */
export function callOutside(url: URL, call: OutsideCall): Promise<OutsideAnswer> {
  return answerOutside(url, call, async (response) => ({
    text: await readText(response, call.maxBytes ?? MAX_BYTES),
  }));
}

/**
 * Like callOutside for an answer that is too large for the memory: its body comes as it is received, until
 * `call.timeoutMs` is over.
 */
export function streamOutside(url: URL, call: OutsideCall): Promise<StreamedAnswer> {
  return answerOutside(url, call, ({ body }) => ({ body: body ?? new ReadableStream() }));
}

async function answerOutside<Content>(
  url: URL,
  { method = "GET", headers, body, signal, timeoutMs }: OutsideCall,
  read: (response: Response) => Content | Promise<Content>,
): Promise<(Content & AnswerHead) | NoAnswer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const outgoing = trackBody(body);
  try {
    const response = await fetch(url, {
      method,
      // Public instances refuse Node's default user agent, and their rules ask for one with a contact.
      headers: {
        accept: "application/json",
        "user-agent": `Garimpo/1.0 (+${env.CRAWLER_CONTACT})`,
        ...headers,
      },
      ...outgoing.init,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    return {
      answered: true,
      status: response.status,
      retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
      ...(await read(response)),
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    const code = getErrorCode(error);
    return {
      answered: false,
      sent: outgoing.isWhole() && !NEVER_SENT.has(code),
      detail: `${code}: ${error}`,
    };
  }
}

/** Knows whether all of the body was read to be sent: what comes in chunks says nothing without its end. */
function trackBody(body: OutsideCall["body"]): { init: RequestInit; isWhole: () => boolean } {
  if (body === undefined || typeof body === "string") {
    return { init: body === undefined ? {} : { body }, isWhole: () => true };
  }
  let whole = false;
  const chunks = body;
  async function* read() {
    yield* chunks;
    whole = true;
  }
  const stream = Readable.toWeb(Readable.from(read())) as ReadableStream;
  const init: RequestInit & { duplex: "half" } = { body: stream, duplex: "half" };
  return { init, isWhole: () => whole };
}

/** Reads the whole body; throws beyond `maxBytes`. */
async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`);
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
