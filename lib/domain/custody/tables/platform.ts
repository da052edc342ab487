import { ACCOUNT_ACTIONS_DAYS } from "@/lib/domain/accounts/account-actions";
import { LEASE, MACHINERY, type Table } from "./table";

export const PLATFORM_TABLES = {
  sessions: {
    writer: "auth",
    ofPeople: true,
    owner: "user_id",
    file: "As sessões",
    without: ["token_hash"],
    trims: [
      { since: "expires_at", after: { days: 30 }, told: { what: "Sessões, depois que vencem" } },
    ],
  },
  api_tokens: {
    writer: "api-tokens",
    file: "Os tokens de API, sem o segredo",
    without: ["token_hash"],
  },
  idempotency_keys: {
    writer: "idempotency",
    noFile: MACHINERY,
    trims: [{ since: "created_at", after: { days: 1 } }],
  },
  mails: {
    writer: "mail",
    ofPeople: true,
    owner: "user_id",
    file: "Os e-mails que o sistema enviou a você",
    without: ["sealed_link", ...LEASE],
    trims: [
      {
        since: "created_at",
        after: { days: 30 },
        only: "sent_at IS NOT NULL OR failed_at IS NOT NULL OR expires_at < now()",
        told: { what: "E-mails que o sistema enviou a você" },
      },
    ],
  },
  audit_entries: {
    writer: "audit",
    owner: null,
    kept: "what administrators did, by ids and figures, is to be told years later",
    outlives: true,
  },
  account_actions: {
    writer: "account-actions",
    file: "O histórico da conta",
    trims: [
      {
        since: "occurred_at",
        after: { days: ACCOUNT_ACTIONS_DAYS },
        told: { what: "Histórico da conta: entradas, exportações e exclusões, com o endereço IP" },
      },
    ],
  },
  duty_runs: { writer: "jobs", owner: null, kept: "a row for each duty" },
  worker_heartbeats: { writer: "system", owner: null, duty: "heartbeat" },
  installation: { writer: "system", owner: null, kept: "one row" },
} as const satisfies Record<string, Table>;
