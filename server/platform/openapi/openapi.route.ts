import { buildOpenApiDocument } from "@/lib/openapi/document";
import { renderDocsPage } from "@/lib/openapi/page/docs-page";
import { getSessionCookieName } from "@/server/platform/auth/session-cookie.service";
import { env } from "@/server/platform/env";
import { serveText } from "@/server/platform/http/serve-text";

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
