import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";

/** Refuses a writing request that a browser sends from another site, before anything is read. */
export function refuseCrossSite(request: Request): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  if (origin === null) {
    if (request.headers.get("sec-fetch-site") === "cross-site") throw new AppError("cross_site");
    return;
  }
  const host = getHost(origin);
  if (host === null || (host !== request.headers.get("host") && host !== getHost(env.APP_URL))) {
    throw new AppError("cross_site");
  }
}

/**
 * Browsers send these headers on every fetch and their scripts cannot remove them; other programs have no reason to
 * send them.
 */
export function isFromBrowser(request: Request): boolean {
  return request.headers.has("origin") || request.headers.has("sec-fetch-site");
}

function getHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
