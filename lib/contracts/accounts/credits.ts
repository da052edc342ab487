import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { PLANS } from "@/lib/domain/plans/plan";

export const CreditStatus = z.object({
  plan: z.enum(PLANS),
  unlimited: z.boolean(),
  daily_limit: z.number(),
  remaining_credits: z.number(),
  credits_used: z.number(),
  reserved_credits: z.number(),
  last_reset: Instant,
  next_reset: Instant,
  /** The price of a campaign's message here; when it is missing or 0, messages are free. */
  credits_per_message: z.optional(z.number()),
});
export type CreditStatus = z.infer<typeof CreditStatus>;

export const CREDIT_HISTORY_DAYS = { min: 1, max: 30, default: 7 } as const;

/** Clamps the number to the range; anything that is not a number becomes the default. */
const HistoryDays = z.pipe(
  z.optional(z.string().check(z.maxLength(100))),
  z.transform((text): number => {
    const { min, max, default: usual } = CREDIT_HISTORY_DAYS;
    const days = text?.trim() ? Math.trunc(Number(text)) : Number.NaN;
    return Number.isNaN(days) ? usual : Math.min(max, Math.max(min, days));
  }),
);

const CreditUse = z.object({
  id: z.number(),
  action: z.string(),
  credits_used: z.number(),
  created_at: Instant,
});

/** Credits used on a day in São Paulo ("2026-01-31"); every day of the period is included. */
const CreditDay = z.object({ day: z.string(), credits_used: z.number() });

export type CreditUse = z.infer<typeof CreditUse>;
export type CreditDay = z.infer<typeof CreditDay>;

const REQUIRED = "Informe quantos créditos são necessários.";

export const credits = {
  history: endpoint({
    method: "GET",
    path: "/api/credits/history",
    access: "member",
    summary: "Credits used in the last days (1 to 30), newest first, at most 500 uses; and by day",
    query: z.object({ days: HistoryDays }),
    response: z.object({ history: z.array(CreditUse), days: z.array(CreditDay) }),
  }),
  check: endpoint({
    method: "POST",
    path: "/api/credits/check",
    errors: ["insufficient_credits"],
    access: "member",
    scope: "read",
    summary: "Whether so many credits are free now (402 with credits_info when not)",
    body: z.strictObject({
      required_credits: z
        .number({ error: REQUIRED })
        .check(z.int(REQUIRED), z.gte(0, REQUIRED), z.lte(1_000_000, REQUIRED)),
    }),
    response: z.object({ has_credits: z.literal(true) }),
  }),
  status: endpoint({
    method: "GET",
    path: "/api/credits/status",
    access: "member",
    summary: "Today's credit balance",
    response: CreditStatus,
  }),
};
