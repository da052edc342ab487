import type { Billing } from "@/lib/contracts/billing";
import type { BillingRow } from "./billing.repository";

export function toBilling(row: BillingRow): Billing {
  return {
    ...row,
    price: Number(row.price.toString()),
    start_date: row.start_date.toISOString(),
    current_period_end: row.current_period_end.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
