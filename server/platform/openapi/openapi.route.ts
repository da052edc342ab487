import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { buildOpenApiDocument } from "@/lib/openapi/document";
import { renderDocsPage } from "@/lib/openapi/page/docs-page";
import { getSessionCookieName } from "@/server/platform/auth/session-cookie.service";
import { env } from "@/server/platform/env";
import { createHandler } from "@/server/platform/http/exchange";

/** The OpenAPI document, built from the contracts on the first request. */
export const openApiRoute = serveText(
  "GET /api/openapi.json",
  { "content-type": "application/json; charset=utf-8" },
  () => JSON.stringify(buildDocument()),
);

/** The page to read and try it: its script and style are files of ours, and nothing is inline. */
export const docsRoute = serveText(
  "GET /api/docs",
  {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
  },
  () => renderDocsPage(buildDocument()),
);

function buildDocument() {
  return buildOpenApiDocument({ serverUrl: env.APP_URL, cookieName: getSessionCookieName() });
}

/** Serves a text that is the same for everybody, and is built and compressed once. */
function serveText(name: string, headers: Record<string, string>, build: () => string) {
  let built: ReturnType<typeof prepare> | undefined;
  return createHandler(name, async (request, _params, log) => {
    built ??= prepare(build());
    const common = {
      "cache-control": "public, no-cache",
      vary: "accept-encoding",
      etag: built.etag,
      "x-content-type-options": "nosniff",
      "x-request-id": log.requestId,
    };
    if (request.headers.get("if-none-match") === built.etag) {
      return new Response(null, { status: 304, headers: common });
    }
    const takesGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
    return new Response(takesGzip ? built.gzip : built.text, {
      headers: { ...headers, ...common, ...(takesGzip && { "content-encoding": "gzip" }) },
    });
  });
}

function prepare(text: string) {
  const hash = createHash("sha256").update(text).digest("base64url");
  // Weak: the compressed one is the same to a reader, and not byte for byte.
  return { text, gzip: new Uint8Array(gzipSync(text)), etag: `W/"${hash}"` };
}
