import type { CreditStatus } from "@/lib/contracts/accounts/credits";
import { LOW_CREDIT_USAGE } from "@/lib/domain/plans/plan";

export type CreditLevel = "unlimited" | "enough" | "low" | "exhausted";

export function getCreditLevel(credits: CreditStatus): CreditLevel {
  if (credits.unlimited) return "unlimited";
  if (credits.remaining_credits <= 0) return "exhausted";
  return getCreditUsage(credits) >= LOW_CREDIT_USAGE ? "low" : "enough";
}

/** Returns the used share of the daily limit, 0 to 1. */
export function getCreditUsage({ credits_used, daily_limit }: CreditStatus): number {
  return daily_limit > 0 ? Math.min(1, credits_used / daily_limit) : 1;
}
