import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, Instant } from "@/lib/contracts/shared/fields";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";

const Text = z.nullable(z.string());

const HISTORY_KINDS = [
  "created",
  "status",
  "message_sent",
  "message_received",
  "campaign",
] as const;

export const LeadHistoryEntry = z.object({
  kind: z.enum(HISTORY_KINDS),
  at: Instant,
  /** Who changed the status: person, campaign, reply, phone. */
  by: Text,
  from: z.nullable(z.enum(LEAD_STATUSES)).check(z.describe("Its status before.")),
  to: z.nullable(z.enum(LEAD_STATUSES)).check(z.describe("Its status since.")),
  from_stage: Text.check(z.describe("The name that its stage had before.")),
  to_stage: Text.check(z.describe("The name of its stage since.")),
  /** The message, or the campaign's name. */
  text: Text,
  /** For campaigns: the outcome for this lead. */
  outcome: Text,
});
export type LeadHistoryEntry = z.infer<typeof LeadHistoryEntry>;

export const leadHistory = {
  list: endpoint({
    method: "GET",
    path: "/api/leads/{id}/history",
    access: "member",
    summary: "History of a lead, newest first",
    params: IdParam,
    response: z.object({ history: z.array(LeadHistoryEntry) }),
  }),
};
