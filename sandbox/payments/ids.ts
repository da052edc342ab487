import { randomUUID } from "node:crypto";

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

export const CARD_OK = "pm_card_visa4242";
export const CARD_REFUSED = "pm_card_refused0002";

/** By its id, a payment method is Pix, or else a card. */
export function isPix(paymentMethod: string | null): boolean {
  return paymentMethod?.startsWith("pm_pix_") ?? false;
}

/** In seconds, as all of Stripe's times. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}
