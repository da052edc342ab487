import type { BillingMonth } from "@/lib/contracts/billing/billing-admin";
import { toReais } from "@/lib/domain/billing/money";
import * as repository from "./report.repository";

const MONTHS = 12;

/** Revenue by plan and the course of subscriptions, month by month. */
export async function readBillingReport(): Promise<{ months: BillingMonth[] }> {
  const [revenue, counts] = await Promise.all([
    repository.sumRevenue(MONTHS),
    repository.countSubscriptions(MONTHS),
  ]);
  return {
    months: counts.map((count) => ({
      ...count,
      revenue: revenue
        .filter(({ month }) => month === count.month)
        .map(({ plan, cents }) => ({ plan, amount: toReais(cents) })),
    })),
  };
}
