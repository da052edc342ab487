import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import { MACHINERY, type Table } from "./table";

export const BILLING_TABLES = {
  billings: { writer: "billing", owner: "user_id", file: "As assinaturas", byLaw: true },
  billing_accounts: { writer: "billing", owner: "user_id", noFile: MACHINERY, byLaw: true },
  billing_customers: {
    writer: "billing",
    owner: "user_id",
    file: "O seu cadastro no Stripe",
    byLaw: true,
  },
  billing_invoices: { writer: "billing", owner: "user_id", file: "As faturas", byLaw: true },
  billing_events: {
    writer: "billing-events",
    owner: "user_id",
    noFile: MACHINERY,
    trims: [
      {
        since: "received_at",
        after: { days: 400 },
        only: "state IN ('done', 'ignored')",
        told: { what: "Avisos do provedor de pagamento" },
      },
      {
        since: "received_at",
        after: { days: 30 },
        only: "state = 'unmatched'",
        told: { what: "Avisos do provedor de pagamento que não são de nenhuma conta" },
      },
    ],
    noPerson: "who pays for the account",
  },
  billing_orders: {
    writer: "billing",
    owner: null,
    kept: "what was asked of the payment provider, beside its payments",
    outlives: true,
  },
  billing_unread_events: {
    writer: "billing-events",
    owner: null,
    trims: [{ since: "received_at", after: { days: KEPT_DAYS.unreadBillingEvents } }],
  },
  billing_alerts: {
    writer: "billing",
    owner: null,
    kept: "what was wrong with payments, one row for each",
    outlives: true,
  },
} as const satisfies Record<string, Table>;
