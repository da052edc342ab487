import * as z from "zod/mini";
import { ERROR_CODES } from "@/lib/errors";

export const CreditsInfo = z.object({
  plan: z.string(),
  daily_limit: z.number(),
  /** Those that can be spent now: without what searches under way have set aside. */
  remaining_credits: z.number(),
  required_credits: z.number(),
});

/**
 * The body of every error response. `error` can be shown to users, except the English texts fixed by the
 * specification.
 */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.enum(ERROR_CODES),
  fields: z.optional(z.record(z.string(), z.string())),
  credits_info: z.optional(CreditsInfo),
  /** Id of the existing record that a new one would duplicate. */
  existing_id: z.optional(z.number()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
