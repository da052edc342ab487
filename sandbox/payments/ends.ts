import type { Subscription } from "../store/stripe-objects";
import { now } from "./ids";

interface Needs {
  change(id: string, changes: Partial<Subscription>): Subscription;
  find(kind: "subscription", id: string): Subscription | undefined;
  get<T>(found: T | undefined, id: string): T;
}

/** Ends a subscription with its period, or takes that back. */
export function createEnds({ change, find, get }: Needs) {
  return {
    /** Sets the flag. An end date without the flag stays when the flag is cleared again. */
    setEnding(id: string, ends: boolean) {
      const { cancelAtPeriodEnd, cancelAt } = get(find("subscription", id), id);
      if (!ends && !cancelAtPeriodEnd && cancelAt) return;
      const endingSince = ends ? now() : null;
      change(id, { cancelAtPeriodEnd: ends, cancelAt: null, endingSince });
    },

    clearEndDate(id: string) {
      change(id, { cancelAtPeriodEnd: false, cancelAt: null, endingSince: null });
    },

    /** As the customer portal sets it. */
    endByPortal(id: string) {
      const { flexible, periodEnd } = get(find("subscription", id), id);
      const end = flexible ? { cancelAt: periodEnd } : { cancelAtPeriodEnd: true };
      change(id, { ...end, endingSince: now() });
    },
  };
}
