import type { Faults } from "../faults/faults";
import type { Store } from "../store/store";
import {
  type Checkout,
  type Invoice,
  type Offer,
  PLANS,
  type PlanName,
  type StripeObject,
  type Subscription,
} from "../store/stripe-objects";
import type { Timers } from "../timers";
import { createStripeEvents } from "./events";
import { now } from "./ids";
import { toCheckoutSession, toInvoice, toSubscription } from "./wire";

/** The kept objects of the sandbox's Stripe: found, saved, changed, and written as Stripe does. */

export interface Needs {
  store: Store;
  faults: Faults;
  timers: Timers;
  options: { webhookRetryMs: number };
  webhook: { url: string; secret: string } | null;
  baseUrl: () => string;
}

type Kind = StripeObject["kind"];
type Of<K extends Kind> = Extract<StripeObject, { kind: K }>;

export type Core = ReturnType<typeof createCore>;

export function isOpen({ bought, isClosed, expiresAt }: Checkout): boolean {
  return !bought && !isClosed && expiresAt > now();
}

export function createCore(needs: Needs) {
  const { store, baseUrl } = needs;
  const events = createStripeEvents(needs);

  const save = (object: StripeObject) => store.record({ type: "stripe", object });

  function find<K extends Kind>(kind: K, id: string): Of<K> | undefined {
    const object = store.stripe.get(id);
    return object?.kind === kind ? (object as Of<K>) : undefined;
  }

  function get<K extends Kind>(kind: K, id: string): Of<K> {
    const found = find(kind, id);
    if (!found) throw new Error(`No such object: ${id}`);
    return found;
  }

  const all = <K extends Kind>(kind: K) =>
    [...store.stripe.values()].filter((each): each is Of<K> => each.kind === kind);

  /** Newest first. */
  const invoicesOf = (subscription: string) =>
    all("invoice")
      .filter((invoice) => invoice.subscription === subscription)
      .reverse();

  const customerOf = ({ customer }: { customer: string }) => get("customer", customer);
  const paymentOf = ({ payment }: Invoice) => get("payment", payment);

  const writeSubscription = (subscription: Subscription, expand: readonly string[] = []) =>
    toSubscription(
      subscription,
      customerOf(subscription),
      invoicesOf(subscription.id)[0]?.id ?? null,
      expand,
    );
  const writeInvoice = (invoice: Invoice, expand: readonly string[] = []) =>
    toInvoice(invoice, { payment: paymentOf(invoice), baseUrl: baseUrl() }, expand);

  return {
    events,
    save,
    find,
    get,
    all,
    invoicesOf,
    customerOf,
    paymentOf,
    writeSubscription,
    writeInvoice,

    /** The latest invoice of a status. */
    latest: (id: string, status: Invoice["status"]) =>
      invoicesOf(id).find((invoice) => invoice.status === status),

    writeCheckout: (checkout: Checkout) =>
      toCheckoutSession(checkout, {
        email: customerOf(checkout).email,
        url: isOpen(checkout) ? `${baseUrl()}/pay/checkout/${checkout.id}` : null,
      }),

    offerOf(plan: PlanName): Pick<Offer, "price" | "cents"> {
      const { price, cents } = find("offer", `offer_${plan}`) ?? PLANS[plan];
      return { price, cents };
    },

    change(id: string, changes: Partial<Subscription>, at = now()): Subscription {
      const subscription = { ...get("subscription", id), ...changes };
      save(subscription);
      const type = subscription.status === "canceled" ? "deleted" : "updated";
      events.emit(`customer.subscription.${type}`, writeSubscription(subscription), at);
      return subscription;
    },
  };
}
