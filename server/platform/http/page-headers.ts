import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env, fromEnv } from "@/server/platform/env";

const FIXED = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
};

/** WhatsApp's servers for profile pictures. */
const PICTURE_ORIGIN = "https://*.whatsapp.net";

/** Tiles may come from several subdomains ({s}). */
const getTileOrigin = fromEnv(({ tileUrl }) => new URL(tileUrl.replace("{s}", "*")).origin);

/**
 * Sets a page's security headers, with a new nonce for its scripts; passes the page's address and that nonce to the
 * rendering as request headers.
 */
export function addPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev }: { dev: boolean },
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = buildContentSecurityPolicy(nonce, dev);
  request.headers["x-pathname"] = request.url ?? "/";
  request.headers["x-nonce"] = nonce;
  // Next reads the nonce for its own scripts from this header.
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
  for (const [name, value] of Object.entries(FIXED)) response.setHeader(name, value);
  if (env.APP_URL.startsWith("https://")) {
    response.setHeader("strict-transport-security", "max-age=31536000; includeSubDomains");
  }
}

function buildContentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    // The development server compiles in the browser.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // Menus and toasts are positioned with inline styles.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${getTileOrigin()} ${PICTURE_ORIGIN}`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
