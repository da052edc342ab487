import { toReais } from "@/lib/domain/billing/money";
import { AppError } from "@/lib/errors";
import type { BillingRow } from "./billing.repository";
import type { EntryRow } from "./invoices.repository";

export function toBilling({ price_cents, ...row }: BillingRow) {
  return { ...row, price: toReais(price_cents) };
}

/** @throws AppError not_found, with the specification's text */
export function toBillingOrThrow(row: BillingRow | null) {
  if (!row) throw notFound();
  return toBilling(row);
}

export function notFound() {
  return new AppError("not_found", "Billing record not found");
}

export function toEntry({ price_cents, refunded_cents, ...row }: EntryRow) {
  return { ...row, price: toReais(price_cents), refunded: toReais(refunded_cents) };
}
