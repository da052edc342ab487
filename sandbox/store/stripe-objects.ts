/** The objects of the sandbox's Stripe, in short; sandbox/payments/wire.ts writes them as Stripe does. Times in seconds. */

export const PLANS = {
  monthly: { price: "price_monthly", label: "Mensal", cents: 9_700, months: 1 },
  quarterly: { price: "price_quarterly", label: "Trimestral", cents: 26_100, months: 3 },
  annual: { price: "price_annual", label: "Anual", cents: 92_400, months: 12 },
  /** Of another product that is sold in the same account. */
  other: { price: "price_other_product", label: "Outro produto", cents: 100, months: 1 },
} as const;
export type PlanName = keyof typeof PLANS;

/** The current price of a plan; existing subscriptions keep their price. */
export interface Offer {
  kind: "offer";
  id: string;
  price: string;
  cents: number;
}

export interface Customer {
  kind: "customer";
  id: string;
  email: string;
  /** What pays for its subscriptions that have no own way to pay. */
  paymentMethod: string | null;
  created: number;
  deleted: boolean;
}

export interface Subscription {
  kind: "subscription";
  id: string;
  customer: string;
  plan: PlanName;
  status: "active" | "trialing" | "past_due" | "unpaid" | "canceled" | "incomplete";
  created: number;
  periodStart: number;
  periodEnd: number;
  /** Billed in the flexible mode: its end by the customer portal is a date, and the flag does not change. */
  flexible: boolean;
  cancelAtPeriodEnd: boolean;
  /** A date on which it ends, set without the flag. */
  cancelAt: number | null;
  endedAt: number | null;
  endReason: "cancellation_requested" | "payment_failed" | null;
  paused: boolean;
  /** Null when what its customer has pays. */
  paymentMethod: string | null;
  price: string;
  cents: number;
  /** When its owner set it to end with its period. */
  endingSince: number | null;
}

export interface Invoice {
  kind: "invoice";
  id: string;
  subscription: string;
  customer: string;
  plan: PlanName;
  status: "open" | "paid" | "void" | "uncollectible";
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  cents: number;
  attempts: number;
  created: number;
  periodStart: number;
  periodEnd: number;
  paidAt: number | null;
  /** The refund for the plan before: a separate line, over the time that was left of it. */
  credit: { cents: number; start: number; end: number } | null;
  payment: string;
}

/** What a buyer allowed in the bank's app: that Pix debits a subscription. */
export interface Mandate {
  kind: "mandate";
  id: string;
  customer: string;
  paymentMethod: string;
  status: "active" | "inactive";
}

/** A payment intent with its one charge. */
export interface Payment {
  kind: "payment";
  id: string;
  charge: string;
  invoice: string;
  customer: string;
  paymentMethod: string | null;
  /** The mandate that it made; later payments do not name it. */
  mandate: string | null;
  cents: number;
  refundedCents: number;
  paid: boolean;
  /** The bank was asked for the debit. */
  processing: boolean;
  created: number;
  dispute: { id: string; status: "needs_response" | "won" | "lost"; created: number } | null;
}

/** A page on which a customer buys a plan. */
export interface Checkout {
  kind: "checkout";
  id: string;
  customer: string;
  plan: PlanName;
  price: string;
  cents: number;
  /** What was said of it when it was opened. */
  reference: string | null;
  metadata: Record<string, string>;
  successUrl: string | null;
  cancelUrl: string | null;
  /** The mandate that a payment by Pix would give. */
  pix: Record<string, string>;
  created: number;
  expiresAt: number;
  isClosed: boolean;
  /** What was bought on it; null until it is paid. */
  bought: { subscription: string; invoice: string } | null;
}

/** A write that was answered: the same key gets the same answer. */
interface Write {
  kind: "write";
  id: string;
  request: string;
  status: number;
  answer: string;
}

export type StripeObject =
  | Customer
  | Subscription
  | Invoice
  | Mandate
  | Payment
  | Offer
  | Checkout
  | Write;
