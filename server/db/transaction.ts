import { inTransaction, onCommit } from "./connection";

/**
 * Runs `work` in one transaction: every repository call inside joins it, however deep. Nested calls join the outer
 * one. Commits when `work` resolves; rolls back and rethrows when it throws. A deadlock lost to another transaction runs
 * `work` again from the start, so it may do nothing but database work: anything else goes to `afterCommit`.
 */
export function transaction<T>(work: () => Promise<T>): Promise<T> {
  return inTransaction(work);
}

/** Runs `action` once the running transaction has committed, or at once when there is none. For live events and queue calls. */
export function afterCommit(action: () => void): void {
  onCommit(action);
}
