import type { Customer, Subscription } from "../store/stripe-objects";
import type { Core } from "./core";
import { now } from "./ids";
import { toCustomer } from "./wire";

/** Ends a subscription at once or with its period, or takes that back. */
export function createEnds({ events, save, all, get, change }: Core) {
  return {
    /** Sets the flag. An end date without the flag stays when the flag is cleared again. */
    setEnding(id: string, ends: boolean) {
      const { cancelAtPeriodEnd, cancelAt } = get("subscription", id);
      if (!ends && !cancelAtPeriodEnd && cancelAt) return;
      const endingSince = ends ? now() : null;
      change(id, { cancelAtPeriodEnd: ends, cancelAt: null, endingSince });
    },

    clearEndDate(id: string) {
      change(id, { cancelAtPeriodEnd: false, cancelAt: null, endingSince: null });
    },

    /** As the customer portal sets it. */
    endByPortal(id: string) {
      const { flexible, periodEnd } = get("subscription", id);
      const end = flexible ? { cancelAt: periodEnd } : { cancelAtPeriodEnd: true };
      change(id, { ...end, endingSince: now() });
    },

    cancel(id: string, endReason: Subscription["endReason"] = "cancellation_requested") {
      return change(id, { status: "canceled", endedAt: now(), endReason });
    },

    deleteCustomer(id: string) {
      const customer: Customer = { ...get("customer", id), deleted: true };
      save(customer);
      for (const each of all("subscription")) {
        if (each.customer !== id || each.status === "canceled") continue;
        change(each.id, { status: "canceled", endedAt: now(), endReason: null });
      }
      events.emit("customer.deleted", toCustomer(customer));
    },
  };
}
