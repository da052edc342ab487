import { type Context, Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { isPayable } from "../payments/payments";
import {
  toDispute,
  toInvoicePayment,
  toMandate,
  toPaymentIntent,
  toPaymentMethod,
  toPortalSession,
  toPrice,
  toRefund,
} from "../payments/wire";
import type { World } from "../world";
import { createCheckoutApi } from "./checkout-api";
import { invalid, missing, readExpand, StripeError } from "./errors";

/** Stripe's API, as far as the product calls it: form-encoded requests, JSON answers, idempotency keys. */
export function createStripeApp(world: World): Hono<Env> {
  const { faults, payments, store } = world;
  const app = new Hono<Env>();
  app.onError((error, context) =>
    error instanceof StripeError
      ? context.json({ error: error.body }, error.status)
      : context.json({ error: { type: "api_error", message: error.message } }, 500),
  );

  app.use(async (context, next) => {
    const key = /^Bearer ([sr]k_(?:test|live)_\w+)$/.exec(
      context.req.header("authorization") ?? "",
    );
    if (!key)
      throw new StripeError(401, {
        type: "invalid_request_error",
        message: "Invalid API Key provided.",
      });
    await next();
  });

  app.use(async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (faults.strike("stripe", pathname + search, ["missing"]).length > 0) {
      throw missing("object", pathname.split("/").at(-1) ?? "");
    }
    await next();
  });

  // Writes: the first answer under a key is every answer under it.
  app.use(async (context, next) => {
    const key = context.req.header("idempotency-key");
    if (context.req.method === "GET" || key === undefined) return next();
    const request = `${context.req.method} ${context.req.path} ${await context.req.text()}`;
    const before = store.stripe.get(`key ${key}`);
    if (before?.kind === "write") {
      if (before.request !== request) {
        throw new StripeError(400, {
          type: "idempotency_error",
          message:
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        });
      }
      context.header("idempotent-replayed", "true");
      return context.body(before.answer, before.status as 200, {
        "content-type": "application/json",
      });
    }
    const { pathname, search } = new URL(context.req.url);
    if (faults.strike("stripe", pathname + search, ["kept-failure"]).length > 0) {
      context.res = context.json({ error: { type: "api_error", message: "Failed." } }, 500);
    } else await next();
    const answer = await context.res.clone().text();
    payments.save({ kind: "write", id: `key ${key}`, request, status: context.res.status, answer });
    return undefined;
  });

  app.get("/subscriptions/:id", (context) =>
    context.json(payments.writeSubscription(getSubscription(context), readExpand(context))),
  );

  app.post("/subscriptions/:id", async (context) => {
    const { id, status } = getSubscription(context);
    const form = new URLSearchParams(await context.req.text());
    if (status === "canceled") {
      throw invalid("A canceled subscription can only update its cancellation_details.");
    }
    const method = form.get("default_payment_method");
    if (method !== null) {
      if (!/^(pm_card_.*)?$/.test(method)) throw missing("PaymentMethod", method);
      payments.change(id, { paymentMethod: method || null });
    }
    const ends = form.get("cancel_at_period_end");
    if (ends !== null && form.has("cancel_at")) {
      throw invalid(
        "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
      );
    }
    if (ends !== null) payments.setEnding(id, ends === "true");
    if (form.get("cancel_at") === "") payments.clearEndDate(id);
    return context.json(payments.writeSubscription(getSubscription(context)));
  });

  app.delete("/subscriptions/:id", (context) => {
    const { id, status } = getSubscription(context);
    if (status === "canceled") throw missing("subscription", id);
    return context.json(payments.writeSubscription(payments.cancel(id)));
  });

  app.get("/invoices", (context) => {
    const limit = Number(context.req.query("limit") ?? 10);
    const status = context.req.query("status");
    const found = payments
      .invoicesOf(context.req.query("subscription") ?? "")
      .filter((invoice) => status === undefined || invoice.status === status);
    const expand = readExpand(context);
    return context.json({
      object: "list",
      url: "/v1/invoices",
      has_more: found.length > limit,
      data: found.slice(0, limit).map((invoice) => payments.writeInvoice(invoice, expand)),
    });
  });

  app.post("/invoices/:id/void", (context) => {
    const { id } = context.req.param();
    const invoice = payments.find("invoice", id);
    if (!invoice) throw missing("invoice", id);
    if (!isPayable(invoice)) throw invalid("You can only void open or uncollectible invoices.");
    return context.json(payments.writeInvoice(payments.voidInvoice(id)));
  });

  app.get("/prices/:id", (context) => {
    const { id } = context.req.param();
    const plan = payments.findPlan(id);
    if (!plan) throw missing("price", id);
    return context.json(toPrice(plan, payments.offerOf(plan)));
  });

  app.get("/invoice_payments", (context) => {
    const payment = payments.find("payment", context.req.query("payment[payment_intent]") ?? "");
    const invoice = payment && payments.find("invoice", payment.invoice);
    const expanded = readExpand(context).includes("data.invoice");
    return context.json({
      object: "list",
      url: "/v1/invoice_payments",
      has_more: false,
      data:
        payment && invoice
          ? [
              toInvoicePayment(
                invoice,
                payment,
                expanded ? payments.writeInvoice(invoice) : undefined,
              ),
            ]
          : [],
    });
  });

  app.get("/payment_intents/:id", (context) => {
    const payment = payments.find("payment", context.req.param("id"));
    if (!payment) throw missing("payment_intent", context.req.param("id"));
    return context.json(toPaymentIntent(payment, readExpand(context)));
  });

  app.get("/mandates/:id", (context) => {
    const mandate = payments.find("mandate", context.req.param("id"));
    if (!mandate) throw missing("mandate", context.req.param("id"));
    return context.json(toMandate(mandate));
  });

  app.get("/payment_methods/:id", (context) => {
    const { id } = context.req.param();
    const isOf = ({ paymentMethod }: { paymentMethod: string | null }) => paymentMethod === id;
    const customer =
      payments.all("mandate").find(isOf)?.customer ?? payments.all("customer").find(isOf)?.id;
    if (customer === undefined) throw missing("PaymentMethod", id);
    return context.json(toPaymentMethod(id, customer));
  });

  app.get("/disputes", (context) => {
    const payment = payments.find("payment", context.req.query("payment_intent") ?? "");
    return context.json({
      object: "list",
      url: "/v1/disputes",
      has_more: false,
      data: payment?.dispute ? [toDispute(payment)] : [],
    });
  });

  app.post("/refunds", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const payment = payments.find("payment", form.get("payment_intent") ?? "");
    if (!payment) throw missing("payment_intent", form.get("payment_intent") ?? "");
    if (payment.dispute && payment.dispute.status !== "won") {
      throw new StripeError(400, {
        type: "invalid_request_error",
        code: "charge_disputed",
        message: `Charge ${payment.charge} has been charged back; cannot issue a refund.`,
      });
    }
    if (payment.refundedCents >= payment.cents) {
      throw new StripeError(400, {
        type: "invalid_request_error",
        code: "charge_already_refunded",
        message: `Charge ${payment.charge} has already been refunded.`,
      });
    }
    const refunded = payments.refundPayment(payment.id);
    const id = `re_${payment.id.slice(3)}`;
    return context.json(toRefund(refunded.payment, id, refunded.cents));
  });

  app.post("/billing_portal/sessions", async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const customer = payments.find("customer", form.get("customer") ?? "");
    if (!customer) throw missing("customer", form.get("customer") ?? "");
    const back = form.get("return_url");
    const address = new URL(`/pay/portal/${customer.id}`, context.req.url);
    if (back !== null) address.searchParams.set("return_url", back);
    const flow = form.get("flow_data[type]");
    if (flow !== null) address.searchParams.set("flow", flow);
    const changed = form.get("flow_data[subscription_update][subscription]");
    if (flow === "subscription_update") {
      if (!payments.find("subscription", changed ?? ""))
        throw missing("subscription", changed ?? "");
      address.searchParams.set("subscription", changed ?? "");
    }
    return context.json(toPortalSession(customer.id, back, address.toString()));
  });

  app.route("/", createCheckoutApi(world));

  function getSubscription(context: Context<Env>) {
    const id = context.req.param("id") ?? "";
    const subscription = payments.find("subscription", id);
    if (!subscription) throw missing("subscription", id);
    return subscription;
  }

  return app;
}
