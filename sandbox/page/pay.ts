import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { isOpen } from "../payments/core";
import { isPayable } from "../payments/payments";
import { PLANS, type PlanName } from "../store/stripe-objects";
import type { World } from "../world";
import { escapeHtml } from "./escape";

const STATES = {
  open: "Em aberto",
  paid: "Paga",
  void: "Cancelada",
  uncollectible: "Incobrável",
} as const;

/** The pages on which customers pay: checkouts, invoices and the customer portal. */
export function createPayApp({ payments }: World): Hono<Env> {
  const app = new Hono<Env>();

  app.get("/invoices/:id", (context) => {
    const invoice = payments.find("invoice", context.req.param("id"));
    if (!invoice) return context.html(renderPage("Fatura não encontrada", ""), 404);
    const state = STATES[invoice.status];
    const pay = isPayable(invoice) ? '<form method="post"><button>Pagar</button></form>' : "";
    return context.html(renderPage("Fatura", `<p>${reais(invoice.cents)} · ${state}</p>${pay}`));
  });

  app.post("/invoices/:id", (context) => {
    const invoice = payments.find("invoice", context.req.param("id"));
    if (invoice && isPayable(invoice)) payments.settle(invoice.subscription);
    return context.redirect(context.req.path, 303);
  });

  app.get("/portal/:customer", (context) => {
    const back = context.req.query("return_url") ?? "";
    const isWeb = /^https?:\/\//.test(back);
    const invoices = payments
      .all("invoice")
      .filter(({ customer }) => customer === context.req.param("customer"))
      .map(
        ({ id, cents }) => `<li><a href="/pay/invoices/${id}">Fatura de ${reais(cents)}</a></li>`,
      );
    const { flow } = context.req.query();
    if (flow !== undefined) return context.html(renderPage("Portal do cliente", renderFlow(flow)));
    const link = isWeb ? `<p><a href="${escapeHtml(back)}">Voltar ao Garimpo</a></p>` : "";
    return context.html(renderPage("Portal do cliente", `<ul>${invoices.join("")}</ul>${link}`));
  });

  app.post("/portal/:customer", async (context) => {
    const { subscription = "", return_url: back = "" } = context.req.query();
    const form = await context.req.formData();
    const [plan, way] = [form.get("plan"), form.get("way")];
    if (isPlan(plan)) payments.changePlan(subscription, plan);
    if (way === "card" || way === "pix") payments.payWith(context.req.param("customer"), way);
    return context.redirect(back, 303);
  });

  app.get("/checkout/:id", (context) => {
    const checkout = payments.find("checkout", context.req.param("id"));
    if (!checkout || !isOpen(checkout)) return context.html(EXPIRED, 404);
    const { plan, cents, cancelUrl } = checkout;
    const back = cancelUrl ? `<p><a href="${escapeHtml(cancelUrl)}">Voltar</a></p>` : "";
    return context.html(
      renderPage(
        `Garimpo PRO ${PLANS[plan].label}`,
        `<p>${reais(cents)} · ${escapeHtml(payments.customerOf(checkout).email)}</p>
<form method="post">
<button name="outcome" value="paid">Pagar</button>
<button name="outcome" value="pix" class="quiet">Pix Automático</button>
<button name="outcome" value="refused" class="quiet">Recusar</button>
</form>${back}`,
      ),
    );
  });

  app.post("/checkout/:id", async (context) => {
    const checkout = payments.find("checkout", context.req.param("id"));
    if (!checkout || !isOpen(checkout)) return context.html(EXPIRED, 404);
    const form = await context.req.formData();
    const outcome = form.get("outcome");
    if (outcome !== "paid" && outcome !== "pix") {
      return context.html(
        renderPage("Pagamento recusado", "<p>O cartão foi recusado. Nada foi cobrado.</p>"),
      );
    }
    payments.payCheckout(checkout, { pix: outcome === "pix" });
    return context.redirect(checkout.successUrl ?? context.req.path, 303);
  });

  return app;
}

function isPlan(name: unknown): name is PlanName {
  return typeof name === "string" && Object.hasOwn(PLANS, name);
}

/** The one thing to change. */
function renderFlow(flow: string): string {
  const buttons =
    flow === "subscription_update"
      ? Object.entries(PLANS).map(
          ([name, { label }]) => `<button name="plan" value="${name}">${label}</button>`,
        )
      : [
          '<button name="way" value="card">Cartão</button>',
          '<button name="way" value="pix">Pix Automático</button>',
        ];
  return `<form method="post">${buttons.join("")}</form>`;
}

function reais(cents: number): string {
  return new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" }).format(cents / 100);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1d2320}form{display:grid;gap:10px;margin-top:1rem}input,button{font:inherit;padding:10px 12px;border-radius:8px;border:1px solid #b9c2bd}button{background:#0b6e4f;color:#fff;font-weight:600;cursor:pointer}.quiet{background:#fff;color:#a12a2a;border-color:#d9b3b3}small{color:#626b66}</style><body><small>Pagamento de mentira: nada é cobrado.</small><h1>${escapeHtml(title)}</h1>${content}`;
}

const EXPIRED = renderPage(
  "Esta página expirou",
  "<p>Ela já foi paga, ou outra foi aberta. Nada foi cobrado agora.</p>",
);
