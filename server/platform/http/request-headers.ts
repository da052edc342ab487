import type { IncomingMessage } from "node:http";
import { fromEnv } from "@/server/platform/env";
import { socketAddressHeader } from "./client-address";

const getAppHost = fromEnv(({ APP_URL }) => new URL(APP_URL).host);

/**
 * Headers that only this server's own parts may send to each other: the front door's, Next's internal ones, and those
 * with which a proxy would replace the address or the method.
 */
const INTERNAL_PREFIX =
  /^x-(?:garimpo|middleware|nextjs|next|invoke|now|vercel|prerender|rewrite)-/;
const INTERNAL = new Set([
  "x-pathname",
  "x-nonce",
  "content-security-policy",
  "content-security-policy-report-only",
  "x-matched-path",
  "x-original-url",
  "x-rewrite-url",
  "x-http-method",
  "x-method-override",
  "x-http-method-override",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-server",
  "x-forwarded-prefix",
  "forwarded",
  "next-action",
]);

/** Next's development client pairs each navigation with the server's by these, and waits forever without them. */
const OF_DEVELOPMENT = new Set(["x-nextjs-request-id", "x-nextjs-html-request-id"]);

/** Removes headers that a client must not set, and adds the socket's address. */
export function cleanHeaders(request: IncomingMessage, { dev }: { dev: boolean }): void {
  for (const name in request.headers) {
    if (isInternal(name) && !(dev && OF_DEVELOPMENT.has(name))) removeHeader(request, name);
  }
  const address = request.socket.remoteAddress ?? "unknown";
  request.headers[socketAddressHeader] = address;
  request.rawHeaders.push(socketAddressHeader, address);
}

/** Pages see the application's own host, so that no redirect or link can use another one from the request. */
export function setOwnHost(request: IncomingMessage): void {
  request.headers.host = getAppHost();
}

function isInternal(name: string): boolean {
  return INTERNAL.has(name) || INTERNAL_PREFIX.test(name);
}

function removeHeader(request: IncomingMessage, name: string): void {
  delete request.headers[name];
  const { rawHeaders } = request;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
}
