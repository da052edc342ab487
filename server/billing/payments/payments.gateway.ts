import type { SubscriptionReading } from "@/lib/domain/billing/readings";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";

export interface Offer {
  priceId: string;
  /** Zero for a price that the provider does not know. */
  priceCents: number;
  /** Whether the provider sells it, in reais and for the plan's interval. */
  isSold: boolean;
}

/** By plan; a plan without a price is missing. */
export type Offers = Partial<Record<BillingPeriod, Offer>>;

export interface CheckoutRequest {
  ownerId: number;
  customerId: string;
  period: BillingPeriod;
  offer: Offer;
  /** Where the payment page leads to when it was paid, and when it was left. */
  paidUrl: string;
  leftUrl: string;
}

interface PortalRequest {
  customerId: string;
  subscriptionId: string;
  /** The one thing that is changed there; all of it by default. */
  change?: "plan" | "payment_method" | undefined;
  /** Where the page leads back to. */
  backUrl: string;
}

/** The payment provider. Every write has a key: repeated under the same key, it happens once. */
export interface PaymentsGateway {
  /**
   * Reads the subscription's present state, with its latest invoices, and refunds and disputes of the last paid one and
   * of the given payment. Null when the provider does not know it.
   */
  readSubscription(
    subscriptionId: string,
    paymentIntent: string | null,
  ): Promise<SubscriptionReading | null>;
  /** The subscription that a payment was for; null when it was for none. */
  findSubscriptionOfPayment(paymentIntent: string): Promise<string | null>;
  /** The customer that this payment method belongs to; null when it belongs to none. */
  findCustomerOfMethod(paymentMethod: string): Promise<string | null>;
  /** Ends the subscription at the end of its period, or withdraws that. */
  setEnding(subscriptionId: string, ends: boolean, key: string): Promise<void>;
  /**
   * Ends the subscription at once, and voids its unpaid invoices; also when it has ended already. Returns false when
   * the provider does not know it.
   */
  cancelNow(subscriptionId: string, key: string): Promise<boolean>;
  /** Refunds the rest of one payment. Returns the sum; 0 when nothing is left, or its customer disputes it. */
  refundPayment(paymentIntent: string, key: string): Promise<number>;
  /**
   * An empty one lets the customer's own payment method pay.
   * @throws AppError invalid_input when the provider does not know the payment method
   */
  setPaymentMethod(subscriptionId: string, paymentMethod: string, key: string): Promise<void>;
  /** The present prices of the plans, from the provider's catalogue. */
  readOffers(): Promise<Offers>;
  /** Creates a customer for an account. Returns its id. */
  createCustomer(account: { ownerId: number; email: string | null }, key: string): Promise<string>;
  /** Whether the customer exists: the provider knows it, and it was not deleted. */
  hasCustomer(customerId: string): Promise<boolean>;
  /** The customer's PRO subscriptions that have not ended, also one whose first payment is awaited. */
  findSubscriptions(customerId: string): Promise<string[]>;
  /**
   * Closes the customers' open payment pages, except one that sells this price, whose address it returns.
   * @throws AppError conflict when one of the others was just paid
   */
  keepOneCheckout(customerIds: readonly string[], priceId: string): Promise<string | null>;
  /** Opens a payment page. Returns its address. */
  openCheckout(wanted: CheckoutRequest, key: string): Promise<string>;
  /** The address of the provider's page on which customers change their subscription. */
  openPortal(wanted: PortalRequest, key: string): Promise<string>;
}
