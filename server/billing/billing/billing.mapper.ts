import type { Billing } from "@/lib/contracts/billing/billing";
import type { BillingEntry } from "@/lib/contracts/billing/subscription";
import { toReais } from "@/lib/domain/billing/money";
import { AppError } from "@/lib/errors";
import type { BillingRow } from "./billing.repository";
import type { EntryRow } from "./invoices.repository";

export function toBilling({ price_cents, ...row }: BillingRow): Billing {
  return {
    ...row,
    price: toReais(price_cents),
    start_date: row.start_date.toISOString(),
    current_period_end: row.current_period_end.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

/** @throws AppError not_found, with the specification's text */
export function toBillingOrThrow(row: BillingRow | null): Billing {
  if (!row) throw notFound();
  return toBilling(row);
}

export function notFound() {
  return new AppError("not_found", "Billing record not found");
}

export function toEntry({ price_cents, refunded_cents, date, ...row }: EntryRow): BillingEntry {
  return {
    ...row,
    price: toReais(price_cents),
    refunded: toReais(refunded_cents),
    date: date.toISOString(),
  };
}
