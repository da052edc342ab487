import type { Checkout, Customer, PlanName, Subscription } from "../store/stripe-objects";
import type { Core } from "./core";
import { newId, now } from "./ids";

const DAY_S = 86_400;

type Opening = Pick<Checkout, "customer" | "plan"> &
  Partial<Pick<Checkout, "reference" | "metadata" | "successUrl" | "cancelUrl" | "pix">> & {
    at?: number;
    expiresAt?: number;
  };

/** Begins a subscription with its first invoice, which is paid. */
type Subscribe = (
  customer: string,
  bought: { plan: PlanName; at: number; flexible: boolean; pix: boolean },
) => { subscription: Subscription; invoice: string };

/** Customers, and the pages on which they buy. */
export function createCheckouts(core: Core, subscribe: Subscribe) {
  const { events, save, offerOf, writeCheckout } = core;

  function createCustomer(email: string, at = now()): Customer {
    const customer: Customer = {
      kind: "customer",
      id: newId("cus"),
      email,
      paymentMethod: null,
      created: at,
      deleted: false,
    };
    save(customer);
    return customer;
  }

  function openCheckout({ customer, plan, at = now(), ...given }: Opening): Checkout {
    const checkout: Checkout = {
      kind: "checkout",
      id: newId("cs_test"),
      customer,
      plan,
      ...offerOf(plan),
      reference: given.reference ?? null,
      metadata: given.metadata ?? {},
      successUrl: given.successUrl ?? null,
      cancelUrl: given.cancelUrl ?? null,
      pix: given.pix ?? {},
      created: at,
      expiresAt: given.expiresAt ?? at + DAY_S,
      isClosed: false,
      bought: null,
    };
    save(checkout);
    return checkout;
  }

  function payCheckout(
    checkout: Checkout,
    { at = now(), flexible = false, pix = false } = {},
  ): Subscription {
    const { plan, customer } = checkout;
    const { subscription, invoice } = subscribe(customer, { plan, at, flexible, pix });
    const paid = { ...checkout, bought: { subscription: subscription.id, invoice } };
    save(paid);
    events.emit("checkout.session.completed", writeCheckout(paid), at);
    return subscription;
  }

  return {
    createCustomer,
    openCheckout,
    payCheckout,

    closeCheckout(checkout: Checkout): Checkout {
      const closed = { ...checkout, isClosed: true };
      save(closed);
      return closed;
    },

    /** A purchase from beginning to end, by a customer of its own, as by a page that all accounts share. */
    checkout(bought: {
      plan: PlanName;
      email: string;
      reference: string | null;
      at?: number;
      flexible?: boolean;
      pix?: boolean;
    }): Subscription {
      const { plan, reference, at = now(), flexible = false, pix = false } = bought;
      const customer = createCustomer(bought.email, at).id;
      return payCheckout(openCheckout({ customer, plan, reference, at }), { at, flexible, pix });
    },
  };
}
