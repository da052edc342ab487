import type { SubscriptionReading } from "@/lib/domain/billing/readings";

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
  /** Ends the subscription at once; done when it has ended already, or never was. */
  cancelNow(subscriptionId: string, key: string): Promise<void>;
  /** Refunds all that was paid for it. */
  refundAll(subscriptionId: string, key: string): Promise<void>;
  /** Changes the price; the difference is charged at once. @throws AppError invalid_input when the card is refused */
  changePrice(subscriptionId: string, priceId: string, key: string): Promise<void>;
  /** @throws AppError invalid_input when the provider does not know the payment method */
  setPaymentMethod(subscriptionId: string, paymentMethod: string, key: string): Promise<void>;
  /** The address of the provider's page on which customers change what they buy. */
  openPortal(customerId: string, returnUrl: string, key: string): Promise<string>;
}
