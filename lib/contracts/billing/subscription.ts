import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { BILLING_PERIODS } from "@/lib/domain/plans/plan-catalogue";
import { Billing } from "./billing";

/** A payment, or a record without any. */
const BillingEntry = z.object({
  id: z.string(),
  date: Instant,
  plan: z.string(),
  price: z.number(),
  refunded: z.number().check(z.describe("What of the price was given back.")),
  currency: z.string().check(z.describe("What it was paid in, by ISO 4217.")),
  status: z.string(),
  receipt_url: z.nullable(z.string()),
});
export type BillingEntry = z.infer<typeof BillingEntry>;

const Overview = z.object({
  /** False where nothing is sold. */
  enabled: z.boolean(),
  /** The record that decides the plan; null without any. */
  current: z.nullable(Billing),
  /** No other can be bought beside it. It may give nothing now: its payment failed, or is paused. */
  has_subscription: z.boolean(),
  /** The page of ours that leads to the payment of each plan; null where it cannot be bought. */
  payment_links: z.record(z.enum(BILLING_PERIODS), z.nullable(z.string())),
  /** What each plan costs now, by the payment provider's catalogue. */
  prices: z.record(z.enum(BILLING_PERIODS), z.number()),
  has_portal: z.boolean(),
  debit: z
    .nullable(z.enum(["processing", "ended"]))
    .check(
      z.describe(
        "Of what Pix pays: the bank debits a renewal, which takes days; or its owner ended the debits in the bank's app.",
      ),
    ),
  pro_until: z
    .nullable(Instant)
    .check(
      z.describe("Until when the subscription gives PRO if nothing changes; null while it renews."),
    ),
  /** A payment failed: until when PRO stays, and where to pay; null if everything is paid. */
  past_due: z.nullable(z.object({ pro_until: Instant, pay_url: z.nullable(z.string()) })),
  /** When an accidental second payment was refunded. */
  duplicate_refunded_at: z.nullable(Instant),
});
export type BillingOverview = z.infer<typeof Overview>;

export const subscription = {
  overview: endpoint({
    method: "GET",
    path: "/api/billing/overview",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "Where to buy, and what is due",
    response: Overview,
  }),
  history: endpoint({
    method: "GET",
    path: "/api/billing/history",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "My payments, newest first, with their receipts",
    response: z.object({ history: z.array(BillingEntry) }),
  }),
  checkout: endpoint({
    method: "POST",
    path: "/api/billing/checkout",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "Open the payment provider's page on which I buy a plan",
    body: z.strictObject({ plan: z.enum(BILLING_PERIODS, { error: "Escolha um plano." }) }),
    response: z.object({ url: z.string() }),
    rateLimit: { points: 30, windowSeconds: 600 },
  }),
  portal: endpoint({
    method: "POST",
    path: "/api/billing/portal",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "Open the payment provider's page on which I change my plan, or what pays for it",
    body: z.strictObject({
      change: z
        .optional(z.enum(["plan", "payment_method"]))
        .check(z.describe("The one thing to change there; without it, the page that has it all.")),
    }),
    response: z.object({ url: z.string() }),
    rateLimit: { points: 30, windowSeconds: 600 },
  }),
};
