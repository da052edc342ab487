import type { Debit, SubscriptionStatus } from "./pro-access";

/** A payment provider's data about a subscription. Money is in centavos. */

export interface SubscriptionReading {
  id: string;
  customerId: string;
  /** It is for one of our prices. */
  isPro: boolean;
  /** One of our periods, or the provider's own name of the price. */
  plan: string;
  priceCents: number;
  status: SubscriptionStatus;
  startedAt: Date;
  periodEnd: Date;
  /** When it ends by the customer's wish; null while it renews. */
  endsAt: Date | null;
  canceledAt: Date | null;
  isPaused: boolean;
  isCustomerDeleted: boolean;
  endedByFailedPayment: boolean;
  debit: Debit;
  /** As shown to a person, e.g. 'visa •••• 4242'. */
  paymentMethod: string | null;
  /** The latest ones, newest first. */
  invoices: InvoiceReading[];
}

export const INVOICE_STATUSES = ["draft", "open", "paid", "uncollectible", "void"] as const;

export interface InvoiceReading {
  id: string;
  status: (typeof INVOICE_STATUSES)[number];
  amountCents: number;
  /** ISO 4217. */
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  createdAt: Date;
  finalizedAt: Date | null;
  paidAt: Date | null;
  receiptUrl: string | null;
  paymentIntent: string | null;
  /** What the subscription was bought with. */
  isFirst: boolean;
  /** The result of its payment; null where it was not requested. */
  payment: PaymentReading | null;
}

/** Whether its page still takes money. */
export function isUnpaid({ status }: Pick<InvoiceReading, "status">): boolean {
  return status === "open" || status === "uncollectible";
}

export interface PaymentReading {
  refundedCents: number;
  dispute: "open" | "lost" | "won" | null;
}

/** What a webhook says that concerns us; what it is about is read afresh. */
export interface PaymentEvent {
  eventId: string;
  type: string;
  createdAt: Date;
  /** Of the provider's other mode: it has no effect. */
  isForeignMode: boolean;
  customerId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  paymentIntent: string | null;
  /** What names the account where no id of it is known: what a payment page was opened for, or a payment method. */
  reference: string | null;
  email: string | null;
}
