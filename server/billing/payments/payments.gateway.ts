import type { SubscriptionReading } from "@/lib/domain/billing/readings";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";

export interface Offer {
  priceId: string;
  /** Whether it is one of our prices, which give PRO. */
  isPro: boolean;
  priceCents: number;
}

export interface Offers {
  /** By the plan whose payment link sells it; prices that the provider does not know are missing. */
  links: Partial<Record<BillingPeriod, Offer>>;
  /** The price of a change to the annual plan; null where it is not offered. */
  annual: Offer | null;
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
   * Changes the price; the difference is charged at once. Does nothing when it already has that price.
   * @throws AppError invalid_input when the card is refused
   */
  changePrice(subscriptionId: string, priceId: string, key: string): Promise<void>;
  /** @throws AppError invalid_input when the provider does not know the payment method */
  setPaymentMethod(subscriptionId: string, paymentMethod: string, key: string): Promise<void>;
  /** The present prices of the payment links and of the annual plan, from the provider's catalogue. */
  readOffers(): Promise<Offers>;
  /** The address of the provider's page on which customers change their subscription. */
  openPortal(customerId: string, returnUrl: string, key: string): Promise<string>;
}
