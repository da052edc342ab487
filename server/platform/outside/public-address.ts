import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Why an address is not visited; the message is stored in the visit's outcome. */
export class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress";
}

const MAX_LENGTH = 1_500;
/**
 * Addresses of a cloud's own services that lie in public ranges: Azure's WireServer. Other clouds have their metadata
 * services in link-local, shared or unique-local ranges, which are refused as such.
 */
const CLOUD_SERVICES = new Set(["168.63.129.16"]);
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for a public internet address. IPv6 must be global unicast outside its reserved ranges: addresses that embed
 * an IPv4 (mapped, compatible, NAT64, 6to4, Teredo) could lead to a private one and are all refused.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || CLOUD_SERVICES.has(parsed.toString())) return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}

/**
 * Parses an address that may be visited. Host names are checked again after DNS resolution. @throws ForbiddenAddress
 */
export function requireVisitable(address: string | URL, base?: string): URL {
  const written = String(address);
  if (written.length > MAX_LENGTH || !URL.canParse(written, base)) {
    throw new ForbiddenAddress("not an address");
  }
  const url = new URL(written, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ForbiddenAddress(`scheme ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "") throw new ForbiddenAddress("credentials");
  if (!["", "80", "443"].includes(url.port)) throw new ForbiddenAddress(`port ${url.port}`);
  requirePublicLiteral(url.hostname);
  url.hash = "";
  return url;
}

/**
 * Refuses a host that is a non-public IP literal. The URL parser has already turned 0x7f.1, 2130706433 and 0177.0.0.1
 * into 127.0.0.1; a literal is connected to without DNS, so nothing later would notice it.
 */
export function requirePublicLiteral(hostname: string): void {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) {
    throw new ForbiddenAddress(`${literal} is not public`);
  }
}
