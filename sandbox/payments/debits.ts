import type { Mandate, Subscription } from "../store/stripe-objects";
import type { Core } from "./core";
import { CARD_OK, newId, now } from "./ids";
import { toCustomer, toMandate } from "./wire";

/** What pays for subscriptions, and what becomes of the debits of Pix Automático. */
export function createDebits(core: Core) {
  const { events, save, all, get, latest, customerOf, paymentOf, writeInvoice, change } = core;

  const methodOf = (subscription: Subscription) =>
    subscription.paymentMethod ?? customerOf(subscription).paymentMethod;
  const mandateOf = (paymentMethod: string | null) =>
    all("mandate").find((each) => each.paymentMethod === paymentMethod);

  /** A new way to pay by Pix, which its buyer has allowed in the bank's app. */
  function allowPix(customer: string): string {
    const paymentMethod = newId("pm_pix");
    save({ kind: "mandate", id: newId("mandate"), customer, paymentMethod, status: "active" });
    return paymentMethod;
  }

  return {
    methodOf,
    mandateOf,
    allowPix,

    /** The bank does not debit what it was asked for. */
    refuseDebit(id: string, at = now()) {
      const invoice = latest(id, "open");
      if (!invoice || !paymentOf(invoice).processing) return;
      save({ ...paymentOf(invoice), processing: false });
      events.emit("invoice.payment_failed", writeInvoice(invoice), at);
      change(id, { status: "past_due" }, at);
    },

    /** The buyer ends the debits in the bank's app. */
    endMandate(id: string, at = now()) {
      const mandate = mandateOf(methodOf(get("subscription", id)));
      if (!mandate) return;
      const ended: Mandate = { ...mandate, status: "inactive" };
      save(ended);
      events.emit("mandate.updated", toMandate(ended), at);
    },

    /** As the customer portal does: the customer gets the new way to pay, not the subscription. */
    payWith(customerId: string, way: "card" | "pix") {
      const paymentMethod = way === "pix" ? allowPix(customerId) : CARD_OK;
      const customer = { ...get("customer", customerId), paymentMethod };
      save(customer);
      events.emit("customer.updated", toCustomer(customer));
    },
  };
}
