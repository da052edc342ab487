import { type Dispatcher, request } from "undici";
import { env } from "@/server/env";
import { requireVisitable } from "./address-rules.http";
import { readBody } from "./body.http";
import type { Courtesy } from "./courtesy.http";

/** The name robots.txt knows this crawler by. */
export const ROBOT_NAME = "GarimpoBot";
const USER_AGENT = `${ROBOT_NAME}/1.0 (+${env.CRAWLER_CONTACT})`;
const PAGE_MS = 15_000;
const MAX_REDIRECTS = 5;

export class TooManyRedirects extends Error {
  override readonly name = "TooManyRedirects";
}

export interface Answer {
  /** Where the redirects led. */
  url: URL;
  status: number;
  contentType: string;
  /** At most the limit asked for, decompressed; null when the body was not wanted or its encoding is unknown. */
  body: Buffer | null;
}

export interface Asking {
  dispatcher: Dispatcher;
  courtesy: Courtesy;
  signal: AbortSignal;
  maxBytes: number;
  accept: string;
  /** Judges each address before it is asked for, redirects included: throws to refuse, gives the pause to keep since the last request. */
  admit(url: URL): Promise<number> | number;
  /** Whether the body is worth reading, by status and content type. */
  wants(status: number, contentType: string): boolean;
}

/** One GET with its redirects, each judged like the first. The 15 seconds count what the site takes, not waiting for a turn. */
export async function get(address: string | URL, asking: Asking): Promise<Answer> {
  let url = requireVisitable(address);
  let leftMs = PAGE_MS;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const current = url;
    const pauseMs = await asking.admit(current);
    const turn = { pauseMs, signal: asking.signal };
    const step = await asking.courtesy.take(current, turn, async () => {
      const startedAt = performance.now();
      const timeout = AbortSignal.timeout(Math.max(1, Math.round(leftMs)));
      try {
        return await ask(current, asking, AbortSignal.any([asking.signal, timeout]));
      } finally {
        leftMs -= performance.now() - startedAt;
      }
    });
    if ("answer" in step) return step.answer;
    url = requireVisitable(step.location, current.href);
  }
  throw new TooManyRedirects(`more than ${MAX_REDIRECTS} redirects`);
}

async function ask(
  url: URL,
  asking: Asking,
  signal: AbortSignal,
): Promise<{ answer: Answer } | { location: string }> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: asking.dispatcher,
    signal,
    headers: {
      "user-agent": USER_AGENT,
      accept: asking.accept,
      "accept-language": "pt-BR,pt;q=0.9",
      "accept-encoding": "gzip, br",
    },
  });
  // A body left unread may still fail; nobody waits for it.
  body.on("error", () => undefined);
  const location = headerOf(headers.location);
  if ([301, 302, 303, 307, 308].includes(statusCode) && location !== "") {
    body.destroy();
    return { location };
  }
  const contentType = headerOf(headers["content-type"]);
  const answer: Answer = { url, status: statusCode, contentType, body: null };
  if (asking.wants(statusCode, contentType)) {
    answer.body = await readBody(body, headerOf(headers["content-encoding"]), asking.maxBytes);
  } else {
    body.destroy();
  }
  return { answer };
}

function headerOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
