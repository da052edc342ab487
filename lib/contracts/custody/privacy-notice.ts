import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";

const KeptItem = z.object({ what: z.string(), how_long: z.string() });

export const PrivacyNotice = z.object({
  /** What is kept and for how long, in the words of the page. */
  kept: z.array(KeptItem),
  /** Who receives what, as this installation is configured. */
  recipients: z.array(z.object({ who: z.string(), what: z.string() })),
  /** The e-mail address for questions, `SUPPORT_EMAIL`; null when it is not set. */
  contact: z.nullable(z.string()),
});
export type PrivacyNotice = z.infer<typeof PrivacyNotice>;

const RetentionRow = z.object({
  ...KeptItem.shape,
  tables: z.array(z.string()),
  /** The duty that deletes what is older; null for what goes with its account. */
  duty: z.nullable(z.string()),
  last_run_at: z.nullable(Instant),
  /** Rows that its last run deleted, and all runs together. */
  last_trimmed: z.number(),
  trimmed: z.number(),
});
export type RetentionRow = z.infer<typeof RetentionRow>;

export const privacyNotice = {
  read: endpoint({
    method: "GET",
    path: "/api/privacy_notice",
    access: "public",
    summary: "What this installation keeps, for how long, and who receives it",
    response: PrivacyNotice,
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  retention: endpoint({
    method: "GET",
    path: "/api/admin/retention",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "What is kept how long, and what the workers deleted of it",
    response: z.object({ rows: z.array(RetentionRow) }),
  }),
};
