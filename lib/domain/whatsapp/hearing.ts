/**
 * A connection may be open and dead: nothing comes in, or nothing that is sent is accepted. Silence alone proves nothing,
 * since a shop is silent at night; so the connection is probed, and opened again when the probe fails.
 */
export type Hearing =
  | "hears"
  /** The server answers nothing. */
  | "mute"
  /** Messages come in, but they are not processed. */
  | "stuck"
  /** The server answers, but sends nothing that was not requested. */
  | "deaf";

/** It is probed at least this often, even after a long silence. */
const LONGEST_MS = 15 * 60_000;

/**
 * The silence after which the next probe is due. Each probe without a finding doubles it, so that a quiet or switched-off
 * phone is probed less and less often.
 */
export function getProbeDelayMs(firstMs: number, quietProbes: number): number {
  return Math.min(firstMs * 2 ** quietProbes, Math.max(firstMs, LONGEST_MS));
}

const LONGEST_PATIENCE_MS = 20_000;

/** How long the answer to a probe may take: together with the silence before it less than two minutes by default. */
export function getPatienceMs(firstMs: number): number {
  return Math.min(2 * firstMs, LONGEST_PATIENCE_MS);
}

/** A time in which a connection was open and carried nothing, or not everything. */
export interface ConnectionGap {
  /** deaf: messages of others did not come in; mute: nothing went out either. */
  kind: "deaf" | "mute";
  from: Date;
  until: Date;
  /** Messages of that time that came in with the next connection. */
  late: number;
  /** Messages that were announced in that time and never came. */
  missing: number;
}
