import * as z from "zod/mini";
import { Task } from "@/lib/contracts/leads/tasks";
import { Chat } from "@/lib/contracts/messaging/chat";
import { ScheduledMessage } from "@/lib/contracts/messaging/scheduled-messages";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { ANSWER_GROUPS } from "@/lib/domain/answers/answer-groups";
import { WAITING_REASONS } from "@/lib/domain/campaigns/campaign";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { RADAR_CHANGES } from "@/lib/domain/radar/radar";

/** Rows of each list, and of each group of replies; what is beyond is in the lists of their own endpoints. */
export const TODAY_ROWS = 20;
/** What is counted at most; `capped` says that there are more. */
export const TODAY_COUNTED = 1_000;

const counted = { count: z.number(), capped: z.boolean() };

export const WaitingChat = z.extend(Chat, {
  waiting_since: Instant,
  may_leave: z
    .boolean()
    .check(z.describe("A person is to decide whether it asks for no more messages.")),
});
export type WaitingChat = z.infer<typeof WaitingChat>;

export const WaitingCampaign = z.object({
  id: z.number(),
  name: z.string(),
  reason: z.enum(WAITING_REASONS),
  /** The reason as a sentence. */
  notice: z.nullable(z.string()),
  since: Instant,
});
export type WaitingCampaign = z.infer<typeof WaitingCampaign>;

export const RestingLead = z.object({
  id: z.number(),
  name: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  status: z.enum(LEAD_STATUSES),
  stage_id: z.number(),
  /** When it entered the stage. */
  staged_at: Instant,
});
export type RestingLead = z.infer<typeof RestingLead>;

const RadarNews = z.object({
  id: z.number(),
  name: z.string(),
  unseen: z.array(z.object({ change: z.enum(RADAR_CHANGES), count: z.number() })),
  /** When the latest of them was found. */
  since: Instant,
});

export const UnsentMessage = z.extend(ScheduledMessage, {
  /** As the lead, the phone or the person calls the person; null where only the number is known. */
  name: z.nullable(z.string()),
});
export type UnsentMessage = z.infer<typeof UnsentMessage>;

export const Today = z.object({
  /** Who wrote last and may be answered, by what they say: the warmest group first, the latest first in each. */
  replies: z.object({
    ...counted,
    groups: z.array(
      z.object({
        group: z
          .enum(ANSWER_GROUPS)
          .check(
            z.describe(
              "`talk`: interested, or wants to meet; `questions`; `later`; `decide`: all else; `automatic`: machines.",
            ),
          ),
        count: z.number(),
        chats: z.array(WaitingChat),
      }),
    ),
  }),
  /** Due until the end of today, the earliest first. */
  tasks: z.object({ ...counted, overdue: z.number(), tasks: z.array(Task) }),
  /** Scheduled texts that did not go out, since the person answered or for another reason; the latest first. */
  unsent: z.object({ ...counted, messages: z.array(UnsentMessage) }),
  campaigns: z.array(WaitingCampaign),
  /** Radars with findings that nobody has seen, the latest first. */
  radars: z.array(RadarNews),
  /** In their stage for longer than its days, and without a task ahead; later stages first, then the longest. */
  resting: z.object({ ...counted, leads: z.array(RestingLead) }),
});
export type Today = z.infer<typeof Today>;

export const today = {
  get: endpoint({
    method: "GET",
    path: "/api/today",
    access: "member",
    sight: "narrowed",
    summary:
      "What waits for me: replies, tasks until tonight, campaigns, news of radars and leads that rest; the first of each",
    response: Today,
  }),
};
