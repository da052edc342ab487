/**
 * Why a running campaign sends nothing for now. `person` and `guard`: paused, by its owner or to protect the number.
 * `undo`: it was just started, and its start can be undone. `window` and `cap`: until the next hour or the next message
 * that the pace allows; `step`: until a follow-up is due. The others depend on WhatsApp: the connection is down, it
 * limits the number, it needs another connection for templates, or it does not answer; `passing` ends within moments;
 * `recovering`: missed messages are read first, after a restored backup or an outage, or from before the pairing.
 */
export const WAIT_CAUSES = [
  ...(["person", "guard", "undo", "window", "cap", "step"] as const),
  ...(["disconnected", "restricted", "templates", "unreachable", "passing", "recovering"] as const),
] as const;
export type WaitCause = (typeof WAIT_CAUSES)[number];

/** Waiting for the pace is no trouble. */
export function isTrouble(cause: WaitCause): boolean {
  return cause !== "undo" && cause !== "window" && cause !== "cap" && cause !== "step";
}
