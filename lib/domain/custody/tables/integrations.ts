import { LEASE, type Table } from "./table";

export const INTEGRATION_TABLES = {
  webhook_endpoints: {
    writer: "webhook-endpoints",
    file: "Os seus webhooks",
    without: ["sealed_secret", "resume_at"],
  },
  webhook_deliveries: {
    writer: "webhook-deliveries",
    file: "Os avisos enviados aos seus webhooks",
    without: LEASE,
    trims: [
      {
        since: "created_at",
        after: { days: 30 },
        only: "state <> 'waiting'",
        told: { what: "Avisos enviados aos seus webhooks" },
      },
    ],
  },
  events: {
    writer: "events",
    file: "O que aconteceu na conta, evento por evento",
    duty: "turn event months",
  },
  event_hours: { writer: "events", noFile: "Conta por hora o que já está em events." },
  event_rollup: { writer: "events", owner: null, kept: "one row" },
} as const satisfies Record<string, Table>;
