import { type Dispatcher, request } from "undici";
import { env } from "@/server/platform/env";
import { readBody } from "@/server/platform/outside/bounded-body";
import { requireVisitable } from "@/server/platform/outside/public-address";
import { spanRequest } from "@/server/platform/outside/span-request";
import type { SiteThrottle } from "./site-throttle.http";

/** The crawler's name in robots.txt. */
export const ROBOT_NAME = "GarimpoBot";
const PAGE_MS = 15_000;
const MAX_REDIRECTS = 5;

export class TooManyRedirects extends Error {
  override readonly name = "TooManyRedirects";
}

export interface Answer {
  /** The final URL after redirects. */
  url: URL;
  status: number;
  contentType: string;
  /** At most `maxBytes`, decompressed; null when the body was not wanted or its encoding is unknown. */
  body: Buffer | null;
  /** How long the requests took, redirects included and pauses not. */
  ms: number;
}

export interface FetchOptions {
  dispatcher: Dispatcher;
  throttle: SiteThrottle;
  signal: AbortSignal;
  maxBytes: number;
  accept: string;
  /**
   * Checks each address before it is requested, redirects included. Throws to refuse; returns the pause since the
   * last request, in ms.
   */
  checkAddress(url: URL): Promise<number> | number;
  /** Whether the body is worth reading, by status and content type. */
  wantsBody(status: number, contentType: string): boolean;
}

/**
 * GETs an address, following redirects with the same checks. The 15 seconds exclude the time waiting for the site's
 * queue.
 */
export async function fetchUrl(address: string | URL, options: FetchOptions): Promise<Answer> {
  let url = requireVisitable(address);
  let leftMs = PAGE_MS;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const current = url;
    const pauseMs = await options.checkAddress(current);
    const pacing = { pauseMs, signal: options.signal };
    const step = await options.throttle.run(current, pacing, async () => {
      const startedAt = performance.now();
      const timeout = AbortSignal.timeout(Math.max(1, Math.round(leftMs)));
      try {
        return await fetchOnce(current, options, AbortSignal.any([options.signal, timeout]));
      } finally {
        leftMs -= performance.now() - startedAt;
      }
    });
    if ("answer" in step) return { ...step.answer, ms: PAGE_MS - leftMs };
    url = requireVisitable(step.location, current.href);
  }
  throw new TooManyRedirects(`more than ${MAX_REDIRECTS} redirects`);
}

async function fetchOnce(
  url: URL,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<{ answer: Omit<Answer, "ms"> } | { location: string }> {
  const ask = () =>
    request(url, {
      dispatcher: options.dispatcher,
      signal,
      headers: {
        "user-agent": `${ROBOT_NAME}/1.0 (+${env.CRAWLER_CONTACT})`,
        accept: options.accept,
        "accept-language": "pt-BR,pt;q=0.9",
        "accept-encoding": "gzip, br",
      },
    });
  const { statusCode, headers, body } = await spanRequest(
    url,
    "GET",
    (head) => head.statusCode,
    ask,
  );
  // An unread body may still emit an error.
  body.on("error", () => undefined);
  const location = firstHeader(headers.location);
  if ([301, 302, 303, 307, 308].includes(statusCode) && location !== "") {
    body.destroy();
    return { location };
  }
  const contentType = firstHeader(headers["content-type"]);
  const answer: Omit<Answer, "ms"> = { url, status: statusCode, contentType, body: null };
  if (options.wantsBody(statusCode, contentType)) {
    answer.body = await readBody(body, firstHeader(headers["content-encoding"]), options.maxBytes);
  } else {
    body.destroy();
  }
  return { answer };
}

function firstHeader(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
