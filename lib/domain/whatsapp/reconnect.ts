import type { ConnectionProblem } from "@/lib/contracts/messaging/whatsapp";

/** What happened to a connection since it was last stable. */
export interface ConnectionHistory {
  /** Closures that a pause may solve. */
  failures: number;
  /** Closures in a row because another program took over. */
  replaced: number;
  /** Closures in a row because the server asked for a restart. */
  restarts: number;
}

export type ReconnectDecision =
  | { next: "reconnect"; delayMs: number; history: ConnectionHistory }
  /** A person has to fix it. `endsPairing`: the device's keys are useless from now on. */
  | { next: "stop"; problem: ConnectionProblem; endsPairing: boolean };

export const NEW_CONNECTION: ConnectionHistory = { failures: 0, replaced: 0, restarts: 0 };

const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 5 * 60_000;
/** A connection that was open for this long starts again without a history. */
export const STABLE_MS = 2 * 60_000;
const MAX_REPLACED = 3;

/** Close codes after which trying again makes things worse; Baileys and Evolution pass them on. */
const FINAL_CODES: Readonly<Record<number, { problem: ConnectionProblem; endsPairing: boolean }>> =
  {
    401: { problem: "logged_out", endsPairing: true },
    419: { problem: "logged_out", endsPairing: true },
    403: { problem: "banned", endsPairing: true },
    // A block of hours or days: the pairing stays valid.
    402: { problem: "banned", endsPairing: false },
    // A refused version is refused again at every try.
    405: { problem: "outdated", endsPairing: false },
  };
const REPLACED = 440;
const RESTART_REQUIRED = 515;

/** The problem that a close code means, if a person has to fix it. */
export function getCloseProblem(code: number | null): ConnectionProblem | null {
  if (code === REPLACED) return "replaced";
  return FINAL_CODES[code ?? 0]?.problem ?? null;
}

/**
 * Decides what follows a closed connection. `openForMs` is how long it was open; `random` (0 to 1) spreads the pauses,
 * so that many connections do not return at the same moment.
 */
export function decideReconnect(
  code: number | null,
  earlier: ConnectionHistory,
  openForMs: number,
  random: number,
): ReconnectDecision {
  const final = FINAL_CODES[code ?? 0];
  if (final) return { next: "stop", ...final };
  const history = openForMs >= STABLE_MS ? NEW_CONNECTION : earlier;
  const replaced = code === REPLACED ? history.replaced + 1 : 0;
  if (replaced >= MAX_REPLACED) return { next: "stop", problem: "replaced", endsPairing: false };
  // Normal once, right after a pairing.
  if (code === RESTART_REQUIRED && history.restarts === 0) {
    return { next: "reconnect", delayMs: 0, history: { ...history, replaced, restarts: 1 } };
  }
  const longestMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** history.failures);
  return {
    next: "reconnect",
    delayMs: Math.round(longestMs * random),
    history: {
      failures: history.failures + 1,
      replaced,
      restarts: code === RESTART_REQUIRED ? history.restarts : 0,
    },
  };
}
