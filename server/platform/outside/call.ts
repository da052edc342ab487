import { Readable } from "node:stream";
import { Agent, type Dispatcher, interceptors, request } from "undici";
import { env } from "@/server/platform/env";
import { readBody } from "./bounded-body";
import { spanRequest } from "./span-request";

export interface OutsideCall {
  method?: "GET" | "POST" | "DELETE" | "PROPFIND";
  headers?: Record<string, string>;
  /** Bytes that are read while they are sent, for bodies that are too large for memory. */
  body?: string | AsyncIterable<Uint8Array>;
  /** Aborting makes the call throw: the caller is gone. */
  signal?: AbortSignal;
  timeoutMs: number;
  /** Limit for an answer that is read completely; by default many times the size of usual answers. */
  maxBytes?: number;
  /** A redirect is returned, not followed: the call's data is only for this address. */
  staysThere?: true;
}

interface AnswerHead {
  answered: true;
  status: number;
  /** The delay that the service requested, at most 15 minutes; null when it gave none. */
  retryAfterMs: number | null;
}

/** `sent` is false when the request cannot have reached the service. `detail` is for the log. */
interface NoAnswer {
  answered: false;
  sent: boolean;
  detail: string;
}

export type OutsideAnswer = (AnswerHead & { text: string }) | NoAnswer;
/** A body that is not wanted must be destroyed. */
export type StreamedAnswer = (AnswerHead & { body: Readable }) | NoAnswer;

const MAX_RETRY_AFTER_MS = 15 * 60_000;
const MAX_BYTES = 20_000_000;
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND"]);
const MAX_REDIRECTS = 5;
/** `request`, not `fetch`, which takes twice the processor time: much of what sending a message costs. */
const agent = new Agent();
const following = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));

/** Calls an external service, bounded in time and bytes. Throws only when `signal` aborts. */
export function callOutside(url: URL, call: OutsideCall): Promise<OutsideAnswer> {
  return spanRequest(url, call.method, statusOf, () =>
    answerOutside(url, call, "gzip, br", async (response) => ({
      text: await readText(response, call.maxBytes ?? MAX_BYTES),
    })),
  );
}

/**
 * Like callOutside for an answer that is too large for the memory: its body comes as it is received, until
 * `call.timeoutMs` is over.
 */
export function streamOutside(url: URL, call: OutsideCall): Promise<StreamedAnswer> {
  return spanRequest(url, call.method, statusOf, () =>
    answerOutside(url, call, "identity", ({ body }) => ({ body })),
  );
}

const statusOf = (answer: AnswerHead | NoAnswer) => (answer.answered ? answer.status : null);

async function answerOutside<Content>(
  url: URL,
  { method = "GET", headers, body, signal, timeoutMs, staysThere }: OutsideCall,
  encodings: string,
  read: (response: Dispatcher.ResponseData) => Content | Promise<Content>,
): Promise<(Content & AnswerHead) | NoAnswer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const outgoing = trackBody(body);
  try {
    const response = await request(url, {
      dispatcher: staysThere ? agent : following,
      method,
      // Public instances refuse a default user agent, and their rules ask for one with a contact.
      headers: {
        accept: "application/json",
        "accept-encoding": encodings,
        "user-agent": `Garimpo/1.0 (+${env.CRAWLER_CONTACT})`,
        ...headers,
      },
      body: outgoing.body,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    // An error event without a listener would end the process; the reader of the body gets the error too.
    response.body.on("error", () => undefined);
    return {
      answered: true,
      status: response.statusCode,
      retryAfterMs: readRetryAfter(readHeader(response, "retry-after")),
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

/** Knows whether the whole body was read for sending: a chunked body without its end is no complete request. */
function trackBody(body: OutsideCall["body"]): {
  body: string | Readable | undefined;
  isWhole: () => boolean;
} {
  if (body === undefined || typeof body === "string") return { body, isWhole: () => true };
  let whole = false;
  const chunks = body;
  async function* read() {
    yield* chunks;
    whole = true;
  }
  return { body: Readable.from(read()), isWhole: () => whole };
}

/** Reads the whole body; throws beyond `maxBytes`. */
async function readText(response: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  const encoding = readHeader(response, "content-encoding") ?? "";
  const bytes = await readBody(response.body, encoding, maxBytes + 1);
  if (bytes === null) throw new Error(`an answer in an unknown encoding: ${encoding}`);
  if (bytes.length > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`);
  return new TextDecoder().decode(bytes);
}

function readHeader({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** RFC 9110 10.2.3: seconds or a date. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : null;
}

/** The socket's error may be wrapped one or two levels deep. */
function getErrorCode(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
