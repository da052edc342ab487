import ipaddr from "ipaddr.js";
import { env } from "@/server/env";

const SOCKET_ADDRESS = "x-garimpo-socket-address";

/** The front door sets this header to the socket's address, overwriting any value from the client. */
export const socketAddressHeader = SOCKET_ADDRESS;

/**
 * The client's address: the socket's or, behind TRUST_PROXY proxies, the X-Forwarded-For entry added by the outermost
 * trusted proxy. Earlier entries are under the client's control.
 */
export function getClientAddress(headers: Headers): string {
  const socket = headers.get(SOCKET_ADDRESS) ?? "unknown";
  if (env.TRUST_PROXY === 0) return socket;
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return hops[hops.length - env.TRUST_PROXY] ?? hops[0] ?? socket;
}

/** An IPv6 customer gets at least this many bits and chooses the rest freely. */
const IPV6_CUSTOMER_BITS = 64;

/** What limits by address count: the client's IPv4 address, or the /64 of its IPv6 address. */
export function getClientNetwork(headers: Headers): string {
  const address = getClientAddress(headers);
  if (!ipaddr.isValid(address)) return address.slice(0, 60);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${(parsed as ipaddr.IPv6).toNormalizedString().split("%")[0]}/${IPV6_CUSTOMER_BITS}`,
  ).toString();
}
