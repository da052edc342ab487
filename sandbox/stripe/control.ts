import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { ACTIONS, isAction } from "../payments/actions";
import { PLANS, type PlanName } from "../store/stripe-objects";
import type { World } from "../world";

/** How tests act on the sandbox's Stripe and read what it did. */
export function createStripeControlApp({ payments, store }: World): Hono<Env> {
  const app = new Hono<Env>();

  app.post("/checkout", async (context) => {
    const body = (await context.req.json()) as {
      plan: PlanName;
      email: string;
      reference?: string;
      at?: number;
      flexible?: boolean;
      pix?: boolean;
    };
    if (!Object.hasOwn(PLANS, body.plan)) return context.json({ error: "no such plan" }, 400);
    return context.json(payments.checkout({ ...body, reference: body.reference ?? null }), 201);
  });

  /** Changes the price of a plan. */
  app.post("/prices/:plan", async (context) => {
    const { plan } = context.req.param();
    if (!Object.hasOwn(PLANS, plan)) return context.json({ error: "no such plan" }, 400);
    payments.reprice(plan as PlanName, await context.req.json());
    return context.json(payments.offerOf(plan as PlanName));
  });

  app.post("/subscriptions/:id/:action", async (context) => {
    const { id, action } = context.req.param();
    if (!isAction(action)) return context.json({ error: "no such action" }, 400);
    const body = (await context.req.json().catch(() => ({}))) as { at?: number };
    ACTIONS[action].run(payments, id, body.at);
    return context.json(payments.find("subscription", id) ?? null);
  });

  /** The subscription with its invoices and payments. */
  app.get("/subscriptions/:id", (context) => {
    const { id } = context.req.param();
    const invoices = payments.invoicesOf(id);
    return context.json({
      subscription: payments.find("subscription", id) ?? null,
      invoices,
      payments: invoices.map((invoice) => payments.paymentOf(invoice)),
    });
  });

  app.get("/subscriptions", (context) =>
    context.json(
      payments
        .all("subscription")
        .map((each) => ({ ...each, email: payments.customerOf(each).email })),
    ),
  );

  app.get("/checkouts", (context) => context.json(payments.all("checkout")));

  app.post("/customers/:id/delete", (context) => {
    payments.deleteCustomer(context.req.param("id"));
    return context.json({});
  });

  /** Writes that carried a key, by key. */
  app.get("/writes", (context) =>
    context.json([...store.stripe.values()].filter(({ kind }) => kind === "write")),
  );

  /** Every event's body so far, posted or not; all but the first `from`. */
  app.get("/events", (context) =>
    context.json(payments.events.emitted.slice(Number(context.req.query("from") ?? 0))),
  );

  /** Posts a body again, with a new signature. */
  app.post("/post", async (context) =>
    context.json({ status: await payments.events.post(await context.req.text()) }),
  );

  return app;
}
