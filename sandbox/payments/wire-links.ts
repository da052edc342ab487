import type Stripe from "stripe";
import type { Offer, PlanName } from "../store/stripe-objects";
import { toPrice } from "./wire";

const CURRENCY = "brl";

/** A payment link with what it sells, as when its line items are expanded. */
export function toPaymentLink(plan: PlanName, offer: Pick<Offer, "price" | "cents">, url: string) {
  const { cents } = offer;
  return {
    id: `plink_${plan}`,
    object: "payment_link",
    active: true,
    after_completion: {
      hosted_confirmation: { custom_message: null },
      type: "hosted_confirmation",
    },
    allow_promotion_codes: false,
    application: null,
    application_fee_amount: null,
    application_fee_percent: null,
    automatic_tax: { enabled: false, liability: null },
    billing_address_collection: "auto",
    consent_collection: null,
    currency: CURRENCY,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_creation: "always",
    inactive_message: null,
    invoice_creation: null,
    line_items: {
      object: "list",
      data: [
        {
          id: `li_${plan}`,
          object: "item",
          adjustable_quantity: null,
          amount_discount: 0,
          amount_subtotal: cents,
          amount_tax: 0,
          amount_total: cents,
          currency: CURRENCY,
          description: null,
          metadata: null,
          price: toPrice(plan, offer),
          quantity: 1,
        },
      ],
      has_more: false,
      url: `/v1/payment_links/plink_${plan}/line_items`,
    },
    livemode: false,
    managed_payments: null,
    metadata: {},
    on_behalf_of: null,
    payment_intent_data: null,
    payment_method_collection: "always",
    payment_method_options: null,
    payment_method_types: null,
    phone_number_collection: { enabled: false },
    restrictions: null,
    shipping_address_collection: null,
    shipping_options: [],
    submit_type: "auto",
    subscription_data: null,
    tax_id_collection: { enabled: false, required: "never" },
    transfer_data: null,
    url,
  } satisfies Stripe.PaymentLink;
}
