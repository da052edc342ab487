/** 'paid' and 'pro' are one plan under two names. */
export const PLANS = ["free", "paid", "pro"] as const;
export type Plan = (typeof PLANS)[number];

/** Shown in upgrade texts; a PRO account is not limited by it. */
export const PRO_DAILY_LIMIT = 200;
export const LOW_CREDIT_USAGE = 0.8;

export function isPro(plan: Plan): boolean {
  return plan !== "free";
}
