import { logger } from "@/server/platform/logger";
import { inTransaction, onCommit } from "./connection";

export { DatabaseClient, LOCK_LIMITS, SEARCH_CONNECTIONS } from "./connection";
export { setErasureKey } from "./erasure-session";
export { groupTransactions } from "./grouped-transaction";
export { refuseSharedSessions } from "./pooled-sessions";

/**
 * Runs `work` in one transaction, which every repository call inside joins, however deep; nested calls join the outer
 * one. Commits when `work` resolves; rolls back and rethrows when it throws. After a deadlock `work` runs again from
 * the start, so it may only do database work: anything else belongs in `afterCommit`.
 */
export function transaction<T>(work: () => Promise<T>): Promise<T> {
  return inTransaction(work);
}

/**
 * Runs `action` after the current transaction commits, or at once without one, and does not wait for it. For live events
 * and queue calls. A failure is logged: the transaction is committed already.
 */
export function afterCommit(action: () => unknown): void {
  onCommit(() => void runOrLog(action));
}

async function runOrLog(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    logger.warn({ err: error }, "not done after a commit");
  }
}
