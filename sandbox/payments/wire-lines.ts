import type Stripe from "stripe";
import { type Invoice, PLANS } from "../store/stripe-objects";

/** The lines of an invoice: the refund for the previous plan, if any, and the paid plan. */
export function toLines(invoice: Invoice): Stripe.InvoiceLineItem[] {
  const { id, plan, cents, credit, periodStart, periodEnd } = invoice;
  const charged = toLine(invoice, {
    id: `il_${id.slice(3)}`,
    amount: cents + (credit?.cents ?? 0),
    description: `1 × Garimpo PRO ${PLANS[plan].label}`,
    period: { start: periodStart, end: periodEnd },
  });
  if (!credit) return [charged];
  const { start, end } = credit;
  const back = {
    id: `il_c${id.slice(4)}`,
    amount: -credit.cents,
    description: "Unused time",
    period: { start, end },
  };
  return [toLine(invoice, back), charged];
}

function toLine(
  { id, subscription }: Invoice,
  line: Pick<Stripe.InvoiceLineItem, "id" | "amount" | "description" | "period">,
) {
  return {
    ...line,
    object: "line_item",
    currency: "brl",
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: {},
    parent: null,
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: null,
    subscription,
    subtotal: line.amount,
    taxes: [],
  } satisfies Stripe.InvoiceLineItem;
}
