import type { SubscriptionReading } from "@/lib/domain/billing/readings";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";

export interface Offer {
  priceId: string;
  /** One of our prices: it gives PRO. */
  isPro: boolean;
  priceCents: number;
}

export interface Offers {
  /** By the plan whose payment link sells it; without what the provider does not know. */
  links: Partial<Record<BillingPeriod, Offer>>;
  /** What a change to the annual plan costs; null where it is not offered. */
  annual: Offer | null;
}

/** The payment provider. Every write carries a key: repeated under it, it happens once. */
export interface PaymentsGateway {
  /**
   * Reads the subscription's state now, with its latest invoices and what became of the last paid one, and of the
   * payment named. Null when the provider does not know it.
   */
  readSubscription(
    subscriptionId: string,
    paymentIntent: string | null,
  ): Promise<SubscriptionReading | null>;
  /** The subscription that a payment was for; null when it was for none. */
  findSubscriptionOfPayment(paymentIntent: string): Promise<string | null>;
  /** Ends the subscription with its period, or takes that back. */
  setEnding(subscriptionId: string, ends: boolean, key: string): Promise<void>;
  /**
   * Ends the subscription at once, and what it left unpaid with it; done when it has ended already. Returns false when
   * the provider does not know it.
   */
  cancelNow(subscriptionId: string, key: string): Promise<boolean>;
  /** Refunds what is left of one payment. Returns the sum; 0 when nothing is left, or its customer disputes it. */
  refundPayment(paymentIntent: string, key: string): Promise<number>;
  /**
   * Changes the price; the difference is charged at once. Nothing is done when it has that price.
   * @throws AppError invalid_input when the card is refused
   */
  changePrice(subscriptionId: string, priceId: string, key: string): Promise<void>;
  /** @throws AppError invalid_input when the provider does not know the payment method */
  setPaymentMethod(subscriptionId: string, paymentMethod: string, key: string): Promise<void>;
  /** What the payment links and the annual price sell now, by the provider's catalogue. */
  readOffers(): Promise<Offers>;
  /** The address of the provider's page on which customers change what they buy. */
  openPortal(customerId: string, returnUrl: string, key: string): Promise<string>;
}
