import { type Random, seededRandom } from "../random";

export const FAULT_TARGETS = [
  "searxng",
  "overpass",
  "nominatim",
  "ibge",
  "sites",
  "evolution",
  "graph",
  "openai",
  "stripe",
  "issuer",
] as const;
export const FAULT_KINDS = [
  "latency",
  "status",
  /** The request is accepted and journalled, then the connection is destroyed without a response. */
  "lost-answer",
  /** The request is accepted and journalled, then answered by Evolution's 400, or `status`, as if a later step failed. */
  "failed-after",
  /** Evolution finds no message: it was never written to its database, even if it was sent. */
  "forgets",
  /** The request is accepted and journalled; the response comes `delayMs` later, after the first receipts. */
  "late-answer",
  /** The response never ends: a piece every `delayMs`, or as fast as they are read. */
  "endless-answer",
  /** The connection is destroyed before anything is accepted. */
  "reset-connection",
  /** Stripe does not know the object: the key is another account's, or of the other mode. */
  "missing",
  /** The Stripe account takes no Pix: a payment page with its options is refused. */
  "no-pix",
  /** Stripe answers a write by 500, and repeats that answer for every request with the same key. */
  "kept-failure",
  "disconnect",
  "logged-out",
  "banned",
  /** The connect call answers `{count:0}`; the QR Code follows `delayMs` later. */
  "late-qr",
  /** The messages from before the pairing are delivered `delayMs` after the connection is open. */
  "late-history",
  "duplicate-webhooks",
  "reorder-webhooks",
  /** The webhook is never posted. */
  "lost-webhooks",
  /** The Graph API answers with the error `code`. */
  "graph-error",
  /** The Graph API accepts the message, whose status then says that it failed with the error `code`. */
  "graph-failure",
] as const;

export type FaultTarget = (typeof FAULT_TARGETS)[number];
type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  target: FaultTarget;
  kind: FaultKind;
  /** Substring of the request's path and query (with the host, for sites), or of a webhook's event. */
  path?: string;
  /** How many times it strikes; without it, until deleted. */
  times?: number;
  /** 0 to 1, drawn from a seeded sequence. */
  probability?: number;
  delayMs?: number;
  status?: number;
  /** Of an error of the Graph API. */
  code?: number;
  retryAfterSeconds?: number;
  /** How many times a duplicated webhook is posted. */
  copies?: number;
}

export interface Faults {
  list(): readonly Fault[];
  add(fault: Fault): void;
  clear(): void;
  /** Returns the faults of these kinds that strike this request, and counts the strikes. */
  strike(target: FaultTarget, path: string, kinds: readonly FaultKind[]): Fault[];
}

export function createFaults(): Faults {
  let active: Fault[] = [];
  let random: Random = seededRandom("faults");
  const strikes = (fault: Fault, target: FaultTarget, path: string) =>
    fault.target === target &&
    path.includes(fault.path ?? "") &&
    random.next() < (fault.probability ?? 1);
  return {
    list: () => active,
    add: (fault) => {
      active.push({ ...fault });
    },
    clear: () => {
      active = [];
      random = seededRandom("faults");
    },
    strike(target, path, kinds) {
      const struck = active.filter(
        (fault) => kinds.includes(fault.kind) && strikes(fault, target, path),
      );
      for (const fault of struck) {
        if (fault.times !== undefined) fault.times -= 1;
      }
      active = active.filter(({ times }) => times === undefined || times > 0);
      return struck;
    },
  };
}
