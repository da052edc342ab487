import * as z from "zod/mini";
import { Intent } from "@/lib/contracts/messaging/answers";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import {
  Id,
  IdParam,
  Instant,
  PageNumber,
  Pagination,
  pageSize,
} from "@/lib/contracts/shared/fields";
import {
  ACTIVITY_STATUSES,
  RECIPIENT_CAUSES,
  RECIPIENT_STATES,
  RECURRENCES,
  RUN_KINDS,
  RUN_STATUSES,
} from "@/lib/domain/campaigns/campaign";
import { LEGAL_BASES } from "@/lib/domain/campaigns/legal-basis";
import { WAIT_CAUSES } from "@/lib/domain/campaigns/wait-cause";
import { CampaignTemplateAnswer } from "./campaign-templates";
import { StartProspecting } from "./campaigns";
import { Pacing } from "./message-fields";
import { FollowUp, StoredStep } from "./steps";

/** A campaign's progress by one of its numbers. */
export const NumberProgress = z.object({
  number_id: z.nullable(z.number()),
  status: z.enum(ACTIVITY_STATUSES),
  paused: z.boolean(),
  waits_for: z.nullable(z.enum(WAIT_CAUSES)),
  /** Why it waits, is paused or ended early, as a sentence. */
  notice: z.nullable(z.string()),
  /** People who are to hear from it, and those of them who have been decided about. */
  total: z.number(),
  processed: z.number(),
  sent: z.number(),
  answered: z.number(),
});
export type NumberProgress = z.infer<typeof NumberProgress>;

/** The part of an activity that changes while it runs. */
export const ActivityProgress = z.object({
  id: z.number(),
  status: z.enum(ACTIVITY_STATUSES),
  total_leads: z.number(),
  leads_processed: z.number(),
  sent: z.number(),
  failed: z.number(),
  skipped: z.number(),
  unknown: z.number(),
  answered: z.number(),
  /** Recipients who got no message because the run was stopped or given up before their turn. */
  not_reached: z.number(),
  /** A stop was requested and waits for the message in flight. */
  stopping: z.boolean(),
  /** Paused until a person continues or stops it; `notice` contains the reason. */
  paused: z.boolean(),
  /** Why nothing is sent for now; null while messages go out. */
  waits_for: z.nullable(z.enum(WAIT_CAUSES)),
  /** All recipients have had the first message and only follow-ups are left: another campaign may start. */
  following: z.boolean(),
  /** Why it waits, is paused or ended early, as a sentence. */
  notice: z.nullable(z.string()),
  /** When the next message goes out, within the allowed hours; null while the campaign is paused, and once it ended. */
  next_send_at: z.nullable(Instant),
  error_message: z.nullable(z.string()),
  scheduled_datetime: z.nullable(Instant),
  completed_at: z.nullable(Instant),
  by_number: z
    .array(NumberProgress)
    .check(
      z.describe(
        "Its progress by number, if it has several. The counts beside it are of all numbers; status, pause and wait are those of the number that is least held up.",
      ),
    ),
});
export type ActivityProgress = z.infer<typeof ActivityProgress>;

export const Activity = z.object({
  ...ActivityProgress.shape,
  name: z.nullable(z.string()),
  num_leads: z.number(),
  leads_count: z.number(),
  /** Messages of the latest occurrence that arrived. */
  delivered: z.number(),
  /** When it is carried out next; null when it is not scheduled. */
  next_run_at: z.nullable(Instant),
  scheduled: z.boolean(),
  weekly_scheduled: z.boolean(),
  recurrence_type: z.enum(RECURRENCES),
  repeat_leads: z.boolean(),
  /** 0 without an end. */
  repeat_count: z.number(),
  repeats_completed: z.number(),
  list_ids: z.array(z.number()),
  lead_ids: z.array(z.number()),
  tag_ids: z.array(z.number()),
  except_lead_ids: z.array(z.number()),
  /** A JSON array of the message variants. */
  message: z.string(),
  templates: z
    .nullable(z.array(CampaignTemplateAnswer))
    .check(
      z.describe(
        "The approved templates that it sends, one for each variant; null where it sends texts.",
      ),
    ),
  opt_in: z.boolean().check(z.describe("Its recipients were said to have allowed offers.")),
  opt_out_line: z.boolean(),
  legal_basis: z.nullable(z.enum(LEGAL_BASES)),
  number_ids: z
    .array(z.number())
    .check(z.describe("The account's numbers that send it; none where it had no number yet.")),
  pacing: Pacing,
  steps: z
    .array(StoredStep)
    .check(z.describe("What follows the first message where nobody answers, in order.")),
  created_at: Instant,
});
export type Activity = z.infer<typeof Activity>;

export const CampaignRun = z.object({
  id: z.number(),
  number_id: z
    .nullable(z.number())
    .check(
      z.describe("The account's number that sends it; null for whichever is the default one."),
    ),
  kind: z.enum(RUN_KINDS),
  status: z.enum(RUN_STATUSES),
  scheduled_for: Instant,
  completed_at: z.nullable(Instant),
  error_message: z.nullable(z.string()),
  total: z.number(),
  sent: z.number(),
  answered: z.number(),
  failed: z.number(),
});
export type CampaignRun = z.infer<typeof CampaignRun>;

const RecipientStates = z.enum(RECIPIENT_STATES);

export const Recipient = z.object({
  id: z.number(),
  lead_id: z.nullable(z.number()),
  /** The lead's name, or null once it is deleted. */
  name: z.nullable(z.string()),
  number: z.string(),
  /** Counted from 1. */
  variant: z.number(),
  state: RecipientStates,
  cause: z.nullable(z.enum(RECIPIENT_CAUSES)),
  /** The reason as a sentence. */
  detail: z.nullable(z.string()),
  /** What was or will be sent; null until it is written. */
  text: z.nullable(z.string()),
  sent_at: z.nullable(Instant),
  answered_at: z.nullable(Instant),
  intent: z
    .nullable(Intent)
    .check(
      z.describe(
        "What was answered; `opt_out` for who is blocked since, `automatic` where nobody but a machine did. Null without an answer, or where it was not read.",
      ),
    ),
  /** A person requested that it be sent again. */
  resent: z.boolean(),
  follow_ups: z
    .array(FollowUp)
    .check(
      z.describe("The later messages of a sequence: what went out, what is next, what will not."),
    ),
});
export type Recipient = z.infer<typeof Recipient>;

/** Without `run_id`, of all runs of the campaign. */
const runQuery = { run_id: z.optional(Id) };

export const RecipientFilter = z.object({
  ...runQuery,
  state: z.optional(RecipientStates),
  intent: z.optional(Intent),
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
});

const Count = z.number();
const Interested = Count.check(
  z.describe("People who answered that they want to hear more, ask something or want to meet."),
);

const StepResult = z.object({
  step: z.number(),
  variant: z.number(),
  text: z.string(),
  sent: Count,
  delivered: Count,
  read: Count,
  answered: Count,
  interested: Interested,
  opted_out: Count,
  won: Count.check(z.describe("Leads that stand in a stage of somebody who bought.")),
});

export const CampaignResults = z.object({
  /** Counts that add up: `recipients` = `sent` + `no_whatsapp` + `refused` + `skipped` + `unknown` + `waiting` + `lost`. */
  summary: z.object({
    recipients: Count,
    /** Accepted by WhatsApp. */
    sent: Count,
    no_whatsapp: Count,
    refused: Count.check(z.describe("Not accepted by WhatsApp.")),
    skipped: Count,
    unknown: Count,
    /** Not settled yet, while a run is active. */
    waiting: Count,
    /** Not settled although their run is over. */
    lost: Count,
    /** Messages beyond one that WhatsApp accepted for one recipient. */
    duplicated: Count,
    delivered: Count,
    read: Count,
    answered: Count.check(z.describe("People; a machine's answer is none.")),
    interested: Interested,
    opted_out: Count,
    intents: z
      .array(z.object({ kind: Intent, count: Count }))
      .check(z.describe("Of those who answered, what was answered, where it was read.")),
    automatic: Count.check(z.describe("People for whom nobody but a machine answered.")),
  }),
  /** Why recipients were skipped, with how many. */
  skipped: z.array(z.object({ cause: z.enum(RECIPIENT_CAUSES), count: Count })),
  failed: z
    .array(z.object({ cause: z.enum(RECIPIENT_CAUSES), count: Count }))
    .check(z.describe("Why messages failed, with how many.")),
  cost: z
    .nullable(
      z.object({
        told: Count,
        billable: z.array(z.object({ category: z.string(), count: Count })),
        micros: z.nullable(z.number()),
        unpriced: Count,
        confirmed: z.boolean(),
      }),
    )
    .check(
      z.describe(
        "What Meta reports in the statuses of its messages: how many it told of, those it charges by category, and their sum in millionths of a real by the prices of then; null where it told of none.",
      ),
    ),
  texts_since: z
    .optional(z.nullable(Instant))
    .check(
      z.describe(
        "When texts of the campaign last changed of which messages had gone out: of each text `variants` and `steps` count the messages since its change. Null when none did.",
      ),
    ),
  variants: z.array(
    z.object({
      /** Counted from 1. */
      variant: z.number(),
      text: z.string(),
      sent: Count,
      delivered: Count,
      read: Count,
      answered: Count,
      interested: Interested,
      opted_out: Count,
    }),
  ),
  steps: z
    .array(StepResult)
    .check(
      z.describe(
        "By step and variant, for a campaign with more than one step; who answers does so to the last message before.",
      ),
    ),
  /** Answers by hour of the day in São Paulo: 24 counts. */
  answers_by_hour: z.array(Count),
});
export type CampaignResults = z.infer<typeof CampaignResults>;

const ActivityAnswer = z.object({ activity: Activity });

const NewRun = z.object({ activity_id: z.number(), recipients: z.number(), message: z.string() });

export const activities = {
  list: endpoint({
    method: "GET",
    path: "/api/prospecting/activities",
    access: "member",
    sight: "narrowed",
    summary:
      "My latest 100 campaigns with their progress, and whichever else is under way or planned; newest first. With `before` the 100 earlier than that campaign alone",
    query: z.object({
      /** `next` of the page before. */
      before: z.optional(Id),
    }),
    response: z.object({
      activities: z.array(Activity),
      /** Null when there are no earlier ones; a server that lists them all leaves it out. */
      next: z.optional(z.nullable(z.number())),
    }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/prospecting/activities/{id}",
    access: "member",
    sight: { campaign: "id" },
    summary:
      "A campaign with its runs, newest first (at most 100), and when the running one is expected to end",
    params: IdParam,
    response: z.object({
      activity: Activity,
      runs: z.array(CampaignRun),
      expected_end_at: z.nullable(Instant),
    }),
  }),
  results: endpoint({
    method: "GET",
    path: "/api/prospecting/activities/{id}/results",
    access: "member",
    sight: { campaign: "id" },
    summary: "What became of a campaign's messages, by variant and by hour",
    params: IdParam,
    query: z.object(runQuery),
    response: CampaignResults,
  }),
  recipients: endpoint({
    method: "GET",
    path: "/api/prospecting/activities/{id}/recipients",
    access: "member",
    sight: { campaign: "id" },
    summary: "A campaign's recipients, in the order of sending",
    params: IdParam,
    query: z.object({
      ...RecipientFilter.shape,
      page: z._default(PageNumber, 1),
      per_page: z._default(pageSize(210), 50),
    }),
    response: z.object({
      recipients: z.array(Recipient),
      pagination: Pagination,
      /** By state, independent of the requested state. */
      counts: z.record(z.string(), Count),
    }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/stop",
    access: "member",
    sight: { campaign: "id" },
    summary: "Stop a campaign before its next message; a recurring one does not run again",
    params: IdParam,
    response: ActivityAnswer,
  }),
  undoStart: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/undo",
    access: "member",
    sight: { campaign: "id" },
    summary: "Undo the start of a campaign of which nothing has gone out yet: it is gone",
    params: IdParam,
    response: z.object({ activity: Activity.check(z.describe("As it was.")) }),
  }),
  pause: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/pause",
    access: "member",
    sight: { campaign: "id" },
    summary: "Pause a running campaign before its next message, until it is continued",
    params: IdParam,
    response: ActivityAnswer,
  }),
  resume: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/resume",
    access: "member",
    sight: { campaign: "id" },
    scope: "send",
    summary: "Continue a paused campaign",
    params: IdParam,
    response: ActivityAnswer,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/cancel",
    access: "member",
    sight: { campaign: "id" },
    summary: "Cancel a scheduled campaign",
    params: IdParam,
    response: ActivityAnswer,
  }),
  edit: endpoint({
    method: "PUT",
    path: "/api/prospecting/activities/{id}/edit",
    access: "member",
    sight: { campaign: "id" },
    scope: "send",
    summary: "Change a scheduled campaign",
    params: IdParam,
    body: StartProspecting,
    maxBodyBytes: 1024 * 1024,
    response: ActivityAnswer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/prospecting/activities/{id}",
    access: "member",
    sight: { campaign: "id" },
    summary: "Delete a campaign that is not running",
    params: IdParam,
    response: z.object({ message: z.string() }),
  }),
  retryFailed: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/retry",
    access: "member",
    sight: { campaign: "id" },
    scope: "send",
    summary: "Start a new run for the recipients whose message failed",
    params: IdParam,
    status: 202,
    errors: ["insufficient_credits"],
    response: NewRun,
  }),
  resend: endpoint({
    method: "POST",
    path: "/api/prospecting/recipients/{id}/resend",
    access: "member",
    sight: { recipient: "id" },
    scope: "send",
    summary: "Send again to one recipient whose outcome is unknown, in a new run",
    params: IdParam,
    status: 202,
    errors: ["insufficient_credits"],
    response: NewRun,
  }),
};
