import { Batcher } from "@/lib/batcher";
import { outsideWork } from "@/server/platform/work";
import { inTransaction, outsideTransaction } from "./connection";

/** As many as one statement can process without delaying the others. */
const LARGEST_GROUP = 64;
/**
 * A group waits 200 ms for a lock that another transaction holds. Its statements look rows up by lists of ids: the
 * planner, which cannot know how long a list is, would plan most of them again each time, which takes longer than
 * running them.
 */
const BEGIN_GROUP =
  "BEGIN; SET LOCAL lock_timeout = 200; SET LOCAL plan_cache_mode = force_generic_plan";

/**
 * Returns a function that does `work` for one item, in one transaction together with the items that arrive while the
 * last group is processed: a statement for ten rows costs little more than one for one. `work` returns one result per
 * item, in order, and may only do database work. A group that fails, or that would have to wait for a lock, is rolled
 * back and each item processed alone, so that one item's problem neither fails nor delays the others. The group has its
 * own transaction: the caller's, if there is one, is not joined.
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
        // An item that caused the failure fails again alone, with its own error.
        return items.map((item) => () => workAlone(item));
      }
    },
    { size: LARGEST_GROUP, lingerMs: 0 },
  );
  return async (item) => {
    // A group belongs to several requests: its log lines and jobs belong to none of them.
    const done = await outsideTransaction(() => outsideWork(() => groups.add(item)));
    return typeof done === "function" ? outsideTransaction(done) : done.result;
  };
}
