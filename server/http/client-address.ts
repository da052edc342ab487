import { env } from "@/server/env";

const SOCKET_ADDRESS = "x-garimpo-socket-address";

/** The front door writes the socket's own address here, over whatever the client sent. */
export const socketAddressHeader = SOCKET_ADDRESS;

/**
 * The client's address: the socket's, or, behind TRUST_PROXY proxies, the entry of X-Forwarded-For that the
 * outermost trusted one wrote. Entries before it are the client's own words.
 */
export function clientAddress(headers: Headers): string {
  const socket = headers.get(SOCKET_ADDRESS) ?? "unknown";
  if (env.TRUST_PROXY === 0) return socket;
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return hops[hops.length - env.TRUST_PROXY] ?? hops[0] ?? socket;
}
