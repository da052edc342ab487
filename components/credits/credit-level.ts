import type { CreditStatus } from "@/lib/contracts/credits";
import { LOW_CREDIT_USAGE } from "@/lib/domain/plans/plan";

export type CreditLevel = "unlimited" | "enough" | "low" | "exhausted";

export function creditLevel(credits: CreditStatus): CreditLevel {
  if (credits.unlimited) return "unlimited";
  if (credits.remaining_credits <= 0) return "exhausted";
  return creditUsage(credits) >= LOW_CREDIT_USAGE ? "low" : "enough";
}

/** Share of the day's allowance that is gone, 0 to 1. */
export function creditUsage({ credits_used, daily_limit }: CreditStatus): number {
  return daily_limit > 0 ? Math.min(1, credits_used / daily_limit) : 1;
}
