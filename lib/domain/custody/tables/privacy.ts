import { LEASE, type Table } from "./table";

export const PRIVACY_TABLES = {
  privacy_requests: {
    writer: "requests",
    file: "Os pedidos de titulares",
    without: ["sealed_keys", ...LEASE],
  },
  erasure_key: { writer: "erased-keys", owner: null, kept: "one row" },
  erased_keys: {
    writer: "erased-keys",
    noFile: "Guarda só códigos de quem pediu para ser apagado, que nada dizem a ninguém.",
  },
  account_deletions: {
    writer: "account-deletions",
    owner: null,
    kept: "a row for each deletion asked for: the proof that it was asked for and done",
    outlives: true,
  },
  account_exports: {
    writer: "account-exports",
    file: "As cópias de dados pedidas",
    without: ["storage_key", ...LEASE],
    trims: [{ since: "requested_at", after: { days: 30 }, only: "status IN ('error', 'expired')" }],
  },
} as const satisfies Record<string, Table>;
