import type { Subscription } from "../store/stripe-objects";
import { now } from "./ids";

interface Needs {
  change(id: string, changes: Partial<Subscription>): Subscription;
  find(kind: "subscription", id: string): Subscription | undefined;
  get<T>(found: T | undefined, id: string): T;
}

/** A subscription's end with its period, and that it goes on after all. */
export function createEnds({ change, find, get }: Needs) {
  return {
    /** By the flag. A date that stands without it is not touched by the flag's repetition. */
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
