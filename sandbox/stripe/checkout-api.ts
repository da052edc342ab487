import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { isOpen } from "../payments/core";
import { toCustomer } from "../payments/wire";
import type { World } from "../world";
import { invalid, missing } from "./errors";

const LEAST_OPEN_S = 1_800;
/** Of a mandate of Pix without a sum. */
const DEFAULT_MANDATE_CENTS = "40000";

/** Stripe's customers, their subscriptions, and the pages on which they buy. */
export function createCheckoutApi({ payments, faults }: World): Hono<Env> {
  const strikes = (kind: "no-pix") =>
    faults.strike("stripe", "/checkout/sessions", [kind]).length > 0;
  const app = new Hono<Env>();

  app.post("/customers", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    return context.json(toCustomer(payments.createCustomer(form.get("email") ?? "")));
  });

  app.get("/customers/:id", (context) => {
    const { id } = context.req.param();
    const customer = payments.find("customer", id);
    if (!customer) throw missing("customer", id);
    return context.json(toCustomer(customer));
  });

  app.get("/subscriptions", (context) => {
    const customer = context.req.query("customer") ?? "";
    const found = payments
      .all("subscription")
      .filter((each) => each.customer === customer && each.status !== "canceled")
      .reverse();
    return context.json(
      toList("/v1/subscriptions", found, (each) => payments.writeSubscription(each)),
    );
  });

  app.get("/checkout/sessions", (context) => {
    const { customer = "", status } = context.req.query();
    const found = payments
      .all("checkout")
      .filter((each) => each.customer === customer && (status !== "open" || isOpen(each)))
      .reverse();
    return context.json(toList("/v1/checkout/sessions", found, payments.writeCheckout));
  });

  app.post("/checkout/sessions", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const id = form.get("customer") ?? "";
    const customer = payments.find("customer", id);
    if (!customer || customer.deleted) throw missing("customer", id);
    const price = form.get("line_items[0][price]") ?? "";
    const plan = payments.findPlan(price);
    if (!plan) throw missing("price", price);
    if (form.get("mode") !== "subscription") {
      throw invalid("You must use subscription mode when you pass in a recurring price.");
    }
    const expiresAt = Number(form.get("expires_at"));
    if (expiresAt < Date.now() / 1000 + LEAST_OPEN_S) {
      throw invalid("The `expires_at` timestamp must be at least 30 minutes in the future.");
    }
    const mandate = readFields(form, "payment_method_options[pix][mandate_options]");
    if ("amount" in mandate && strikes("no-pix")) {
      throw invalid("The payment method type `pix` is not activated for this account.");
    }
    const checkout = payments.openCheckout({
      customer: customer.id,
      plan,
      reference: form.get("client_reference_id"),
      metadata: readFields(form, "metadata"),
      successUrl: form.get("success_url"),
      cancelUrl: form.get("cancel_url"),
      pix: { amount: DEFAULT_MANDATE_CENTS, payment_schedule: "monthly", ...mandate },
      expiresAt,
    });
    return context.json(payments.writeCheckout(checkout));
  });

  app.post("/checkout/sessions/:id/expire", (context) => {
    const { id } = context.req.param();
    const checkout = payments.find("checkout", id);
    if (!checkout) throw missing("checkout.session", id);
    if (!isOpen(checkout)) {
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    }
    return context.json(payments.writeCheckout(payments.closeCheckout(checkout)));
  });

  return app;
}

function toList<T>(url: string, found: readonly T[], write: (each: T) => unknown) {
  return { object: "list", url, has_more: false, data: found.map(write) };
}

/** The fields of an object, which a form sends as `name[field]`. */
function readFields(form: URLSearchParams, name: string): Record<string, string> {
  const begins = `${name}[`;
  return Object.fromEntries(
    [...form]
      .filter(([key]) => key.startsWith(begins))
      .map(([key, value]) => [key.slice(begins.length, -1), value]),
  );
}
