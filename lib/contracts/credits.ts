import * as z from "zod/mini";
import { PLANS } from "@/lib/domain/plan";
import { endpoint } from "./endpoint";
import { Instant } from "./fields";

export const CreditStatus = z.object({
  plan: z.enum(PLANS),
  unlimited: z.boolean(),
  daily_limit: z.number(),
  remaining_credits: z.number(),
  credits_used: z.number(),
  reserved_credits: z.number(),
  last_reset: Instant,
  next_reset: Instant,
});
export type CreditStatus = z.infer<typeof CreditStatus>;

export const credits = {
  status: endpoint({
    method: "GET",
    path: "/api/credits/status",
    access: "member",
    summary: "Today's credit balance",
    response: CreditStatus,
  }),
};
