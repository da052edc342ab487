import { createHash } from "node:crypto";
import { buildOpenApiDocument } from "@/lib/openapi/document";
import { SESSION_COOKIE } from "@/server/auth/session-cookie.service";
import { env } from "@/server/env";
import { createHandler } from "@/server/http/exchange";

let built: { text: string; etag: string } | undefined;

/** The OpenAPI document, built from the contracts on the first request. */
export const openApiRoute = createHandler(
  "GET /api/openapi.json",
  async (request, _params, log) => {
    built ??= buildText();
    const headers = {
      "cache-control": "public, no-cache",
      etag: built.etag,
      "x-content-type-options": "nosniff",
      "x-request-id": log.requestId,
    };
    if (request.headers.get("if-none-match") === built.etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(built.text, {
      headers: { ...headers, "content-type": "application/json; charset=utf-8" },
    });
  },
);

function buildText() {
  const document = buildOpenApiDocument({ serverUrl: env.APP_URL, cookieName: SESSION_COOKIE });
  const text = JSON.stringify(document);
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url")}"` };
}
