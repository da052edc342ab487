import { createHmac } from "node:crypto";
import { type Dispatcher, request } from "undici";
import { readBody } from "@/server/platform/outside/bounded-body";
import { ForbiddenAddress, requireVisitable } from "@/server/platform/outside/public-address";
import {
  createPublicDispatcher,
  type DispatcherOptions,
} from "@/server/platform/outside/public-dispatcher";
import { spanRequest } from "@/server/platform/outside/span-request";

/** Bytes of the answer that are read, and characters that are kept. */
const MAX_READ = 4_000;
const MAX_KEPT = 500;

interface Message {
  id: string;
  payload: string;
  /** `whsec_` and the key in base64. */
  secret: string;
}

/** `status` is null when no answer came; `answer` then contains the reason. */
export interface WebhookAnswer {
  status: number | null;
  answer: string;
}

/**
 * Posts a message as the Standard Webhooks specification says: its id, the time of this try, and a signature over both
 * and the body. Redirects are not followed, and no connection is made to an address that is not public. Never throws,
 * except when `signal` aborts.
 */
export async function postWebhook(
  address: string,
  message: Message,
  {
    signal,
    timeoutMs,
    ...guard
  }: DispatcherOptions & {
    signal: AbortSignal;
    /** Time for the whole answer. */
    timeoutMs: number;
  },
): Promise<WebhookAnswer> {
  const dispatcher = createPublicDispatcher(guard);
  try {
    const limits = { signal, timeoutMs };
    const url = requireVisitable(address);
    return await spanRequest(
      url,
      "POST",
      ({ status }) => status,
      () => post(url, message, dispatcher, limits),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return { status: null, answer: explainFailure(error, timeoutMs) };
  } finally {
    // Destroyed, not closed: closing waits for an answer that never ends.
    await dispatcher.destroy();
  }
}

async function post(
  url: URL,
  message: Message,
  dispatcher: Dispatcher,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<WebhookAnswer> {
  const { statusCode, headers, body } = await request(url, {
    method: "POST",
    dispatcher,
    headersTimeout: timeoutMs,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: { "user-agent": "Garimpo-Webhooks/1.0", ...sign(message, new Date()) },
    body: message.payload,
  });
  // The answer's body is only shown: the status counts, even if the body breaks off.
  body.on("error", () => undefined);
  const encoding = headers["content-encoding"];
  const read = await readBody(body, String(encoding ?? ""), MAX_READ).catch(() => null);
  return { status: statusCode, answer: toExcerpt(read?.toString("utf8") ?? "") };
}

/** The headers of one try. */
function sign({ id, payload, secret }: Message, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key)
    .update(`${id}.${timestamp}.${payload}`)
    .digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

function toExcerpt(text: string): string {
  return text
    .replaceAll("\0", "")
    .slice(0, MAX_KEPT)
    .replace(/\p{Surrogate}/gu, "\uFFFD");
}

function explainFailure(error: unknown, timeoutMs: number): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof ForbiddenAddress) return "O endereço não é público.";
    if (current.name === "TimeoutError" || current.name === "HeadersTimeoutError") {
      return `Não respondeu em ${timeoutMs / 1000} segundos.`;
    }
    if ("code" in current && typeof current.code === "string") {
      return `Não foi possível conectar (${current.code}).`;
    }
  }
  return "Não foi possível conectar.";
}
