import PQueue from "p-queue";

/**
 * Runs at most `atOnce` pieces of work per key, such as an owner's id, at a time in this process. Further work of that
 * key waits in order of arrival, and delays no other key.
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
