import PQueue from "p-queue";

/**
 * Runs at most `atOnce` pieces of work of one owner in this process; more of them wait for each other, and nobody else
 * for them.
 */
export function createOwnerTurns(atOnce: number) {
  const queues = new Map<number, PQueue>();
  return async function inTurn<T>(ownerId: number, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(ownerId) ?? new PQueue({ concurrency: atOnce });
    queues.set(ownerId, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(ownerId);
    }
  };
}
