import PQueue from "p-queue";

/**
 * Runs at most `atOnce` pieces of work of one owner, or of whatever else has the key, in this process; more of them wait
 * for each other, in the order in which they came, and nobody else for them.
 */
export function createOwnerTurns(atOnce: number) {
  const queues = new Map<number | string, PQueue>();
  return async function inTurn<T>(key: number | string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? new PQueue({ concurrency: atOnce });
    queues.set(key, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key);
    }
  };
}
