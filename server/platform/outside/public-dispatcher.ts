import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { ForbiddenAddress, isPublicAddress, requirePublicLiteral } from "./public-address";

const CONNECT_MS = 5_000;
const HEADERS_MS = 8_000;
const BODY_PAUSE_MS = 8_000;

export interface DispatcherOptions {
  /** Resolves names; the system's resolver unless a test provides its own. */
  lookup?: LookupFunction;
  /** The server for names under `.example` in demo and tests. */
  sandboxUrl?: string | undefined;
}

/**
 * Connects to public sites only. Addresses are checked when a connection is made, so that redirects, odd notations
 * and DNS rebinding cannot bypass the check. Use one per visit, never undici's global one.
 */
export function createPublicDispatcher({
  lookup = systemLookup,
  sandboxUrl,
}: DispatcherOptions): Agent {
  const guarded = buildConnector({ timeout: CONNECT_MS, lookup: restrictToPublic(lookup) });
  const sandbox = sandboxUrl === undefined ? null : connectToSandbox(sandboxUrl);
  return new Agent({
    connect: (options, callback) => {
      if (sandbox !== null && isExampleName(options.hostname)) return sandbox(options, callback);
      try {
        requirePublicLiteral(options.hostname);
      } catch (error) {
        return callback(error as Error, null);
      }
      guarded(options, callback);
    },
    connections: 1,
    pipelining: 1,
    headersTimeout: HEADERS_MS,
    bodyTimeout: BODY_PAUSE_MS,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 16_384,
  });
}

/** Refuses a name if any of its addresses is not public, and connects only to the addresses that were checked. */
export function restrictToPublic(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, "");
      const addresses = Array.isArray(found) ? found : [];
      const forbidden = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (first === undefined || forbidden !== undefined) {
        const reason = forbidden ? `is ${forbidden.address}` : "has no address";
        return callback(new ForbiddenAddress(`${hostname} ${reason}`), "");
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function connectToSandbox(sandboxUrl: string): buildConnector.connector {
  const { hostname, port } = new URL(sandboxUrl);
  const connect = buildConnector({ timeout: CONNECT_MS });
  return (options, callback) => connect({ ...options, hostname, port }, callback);
}

function isExampleName(hostname: string): boolean {
  return hostname.endsWith(".example");
}
