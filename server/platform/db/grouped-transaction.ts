import { Batcher } from "@/lib/batcher";
import { outsideWork } from "@/server/platform/work";
import { inTransaction, outsideTransaction } from "./connection";

/** As many as one statement takes without keeping the others waiting. */
const LARGEST_GROUP = 64;
/**
 * A group waits 200 ms for a lock that somebody else holds. Its statements look rows up by lists of ids: the planner, which
 * cannot know how long a list is, would plan most of them again each time, which takes longer than running them.
 */
const BEGIN_GROUP =
  "BEGIN; SET LOCAL lock_timeout = 200; SET LOCAL plan_cache_mode = force_generic_plan";

/**
 * Returns a function that does `work` for one item, in a transaction together with the items that arrive while the last
 * group is being worked on: a statement for ten rows costs little more than one for one. `work` returns one result per
 * item, in order, and may only do database work. A group that fails, or that would have to wait for a lock, is undone and
 * each item worked on alone, so that one item's trouble neither fails nor delays the others. The transaction is the
 * group's own: the caller's, if there is one, is not joined.
 */
export function groupTransactions<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  const workAlone = async (item: T) => {
    const [result] = await inTransaction(() => work([item]));
    return result as R;
  };
  const groups = new Batcher<T, (() => Promise<R>) | { result: R }>(
    async (items) => {
      try {
        const results = await inTransaction(() => work(items), BEGIN_GROUP);
        return results.map((result) => ({ result }));
      } catch {
        // What failed fails again alone, and says so there.
        return items.map((item) => () => workAlone(item));
      }
    },
    { size: LARGEST_GROUP, lingerMs: 0 },
  );
  return async (item) => {
    // A group is of several requests: what it logs and enqueues is nobody's alone.
    const done = await outsideTransaction(() => outsideWork(() => groups.add(item)));
    return typeof done === "function" ? outsideTransaction(done) : done.result;
  };
}
