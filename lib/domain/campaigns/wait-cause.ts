/**
 * Why a running campaign sends nothing for now. `person` and `guard`: paused, by its owner or to protect the number.
 * `undo`: it was just started, and its start can be
 * undone. `window` and `cap`: until the next hour or the next message that the pace allows; `step`: until a follow-up is due.
 * The others are WhatsApp's: the
 * connection is down, it limits the number, it wants another connection for templates, or it does not answer;
 * `passing` is gone in moments; `recovering`: messages are read first that were missed, after a restored backup or an outage,
 * or said before the pairing.
 */
export const WAIT_CAUSES = [
  ...(["person", "guard", "undo", "window", "cap", "step"] as const),
  ...(["disconnected", "restricted", "templates", "unreachable", "passing", "recovering"] as const),
] as const;
export type WaitCause = (typeof WAIT_CAUSES)[number];

/** What the pace holds back is no trouble. */
export function isTrouble(cause: WaitCause): boolean {
  return cause !== "undo" && cause !== "window" && cause !== "cap" && cause !== "step";
}
