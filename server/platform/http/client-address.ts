import ipaddr from "ipaddr.js";
import { env } from "@/server/platform/env";

const SOCKET_ADDRESS = "x-garimpo-socket-address";

/** The front door sets this header to the socket's address, overwriting any value from the client. */
export const socketAddressHeader = SOCKET_ADDRESS;

/**
 * The client's address: the socket's or, behind TRUST_PROXY proxies, the X-Forwarded-For entry added by the outermost
 * trusted proxy. The client controls earlier entries, and all of them when there are fewer than proxies: such a request
 * did not come through the proxies.
 */
export function getClientAddress(headers: Headers): string {
  const socket = headers.get(SOCKET_ADDRESS) ?? "unknown";
  if (env.TRUST_PROXY === 0) return socket;
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return hops[hops.length - env.TRUST_PROXY] ?? socket;
}

/** An IPv6 customer gets at least this many bits and chooses the rest freely. */
const CUSTOMER_BITS = { ipv4: 32, ipv6: 64 };
/**
 * The part of an address that stays when a user's address changes from day to day: within the provider's pool, or the
 * company's site.
 */
const SITE_BITS = { ipv4: 24, ipv6: 48 };

/** The unit of limits by address: the client's IPv4 address, or the /64 of its IPv6 address. */
export function getClientNetwork(headers: Headers): string {
  return toFirstAddress(getClientAddress(headers), CUSTOMER_BITS);
}

/** The network by which a user is recognised: the first address of the /24, or of the /48. */
export function toSiteNetwork(address: string): string {
  return toFirstAddress(address, SITE_BITS);
}

function toFirstAddress(address: string, bits: Record<"ipv4" | "ipv6", number>): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 60);
  const parsed = ipaddr.process(address);
  const kind = parsed.kind();
  const plain = parsed.toNormalizedString().split("%")[0];
  const family = kind === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${plain}/${bits[kind]}`).toString();
}
