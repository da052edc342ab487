import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, Instant, pageSize } from "@/lib/contracts/shared/fields";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { Note } from "./notes";

const Text = z.nullable(z.string());

const HISTORY_KINDS = [
  "created",
  "status",
  "edited",
  "message_sent",
  "message_received",
  "campaign",
  "note",
  "task_made",
  "task_done",
  "merged",
] as const;

const LEAD_HISTORY_GROUPS = ["notes", "messages", "changes"] as const;
export type LeadHistoryGroup = (typeof LEAD_HISTORY_GROUPS)[number];

export const LeadHistoryEntry = z.object({
  id: z.string().check(z.describe("Of the entry, the same on every page.")),
  kind: z.enum(HISTORY_KINDS),
  at: Instant,
  /** Who changed the status: person, campaign, reply, phone. */
  by: Text,
  person: Text.check(z.describe("For edits: the name of whoever made them.")),
  from: z.nullable(z.enum(LEAD_STATUSES)).check(z.describe("Its status before.")),
  to: z.nullable(z.enum(LEAD_STATUSES)).check(z.describe("Its status since.")),
  from_stage: Text.check(z.describe("The name that its stage had before.")),
  to_stage: Text.check(z.describe("The name of its stage since.")),
  /** The message, the campaign's name, the note, what the task is, or the names of the leads that became part of it. */
  text: Text,
  /** For campaigns: the outcome for this lead. For messages of mine: how far they came. */
  outcome: Text,
  variant: z
    .nullable(z.number())
    .check(z.describe("For campaigns: which of its messages, counted from 1.")),
  step: z
    .nullable(z.number())
    .check(z.describe("For campaigns: which message of the sequence; 1 is the first contact.")),
  reason: Text.check(z.describe("For a campaign's message that did not go out: why.")),
  search: Text.check(z.describe("For the creation by a search: what was searched for, and where.")),
  changes: z
    .nullable(
      z.array(
        z.object({
          field: z.string().check(z.describe("A lead's field, or `own.` and an own field's key.")),
          from: Text,
          to: Text,
        }),
      ),
    )
    .check(z.describe("For edits: what each changed field was and is.")),
  note: z.nullable(Note).check(z.describe("For notes: the note itself.")),
});
export type LeadHistoryEntry = z.infer<typeof LeadHistoryEntry>;

export const leadHistory = {
  list: endpoint({
    method: "GET",
    path: "/api/leads/{id}/history",
    access: "member",
    sight: { lead: "id" },
    summary: "History of a lead, newest first",
    params: IdParam,
    query: z.object({
      show: z
        .optional(z.enum(LEAD_HISTORY_GROUPS, { error: "Escolha notes, messages ou changes." }))
        .check(z.describe("Only notes, only messages and campaigns, or only what changed.")),
      per_page: z._default(pageSize(100), 100),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({ history: z.array(LeadHistoryEntry), next: z.nullable(z.string()) }),
  }),
};
