import { createHash } from "node:crypto";
import { renderDocsPage } from "@/lib/openapi/docs-page";
import { buildOpenApiDocument } from "@/lib/openapi/document";
import { SESSION_COOKIE } from "@/server/auth/session-cookie.service";
import { env } from "@/server/env";
import { createHandler } from "@/server/http/exchange";

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
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
  },
  () => renderDocsPage(buildDocument()),
);

function buildDocument() {
  return buildOpenApiDocument({ serverUrl: env.APP_URL, cookieName: SESSION_COOKIE });
}

/** Serves a text that is the same for everybody, and is built once. */
function serveText(name: string, headers: Record<string, string>, build: () => string) {
  let built: { text: string; etag: string } | undefined;
  return createHandler(name, async (request, _params, log) => {
    built ??= addEtag(build());
    const common = {
      "cache-control": "public, no-cache",
      etag: built.etag,
      "x-content-type-options": "nosniff",
      "x-request-id": log.requestId,
    };
    if (request.headers.get("if-none-match") === built.etag) {
      return new Response(null, { status: 304, headers: common });
    }
    return new Response(built.text, { headers: { ...headers, ...common } });
  });
}

function addEtag(text: string) {
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url")}"` };
}
