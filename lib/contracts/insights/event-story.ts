import * as z from "zod/mini";
import {
  EVENT_DEFAULT_PAGE_SIZE,
  EVENT_PERIOD,
  EventEntry,
  EventTypeName,
  MAX_LISTED_EVENTS,
} from "@/lib/contracts/insights/event-reports";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Day, Instant, PageNumber, Pagination, pageSize } from "@/lib/contracts/shared/fields";
import { EVENT_SUBJECT, EVENT_SUBJECT_KINDS } from "@/lib/domain/events/event-subject";

const EventLead = z.object({ id: z.number(), name: z.string() });

/** The events of one type about one thing on one day of São Paulo. */
export const EventLine = z.object({
  day: z.string(),
  event_type: z.string(),
  /** Such as "campaign 12"; empty for what is about no campaign, search, import or list. */
  subject: z.string(),
  /** What it is about, as far as it still exists. */
  about: z.nullable(
    z.object({
      kind: z.enum(EVENT_SUBJECT_KINDS),
      name: z.string(),
      /** Of the campaign. */
      activity_id: z.nullable(z.number()),
      /** The list that it is, filled or wrote to. */
      list_id: z.nullable(z.number()),
    }),
  ),
  /** How many events, and how many things they are about. */
  entries: z.number(),
  count: z.number(),
  credits_used: z.number(),
  first_at: Instant,
  last_at: Instant,
  /** Recipients who answered the campaign that day, for the messages that a campaign sent. */
  answers: z.number(),
  /** What the latest of the events says, and the lead it is about if that still exists. */
  metadata: z.record(z.string(), z.unknown()),
  lead: z.nullable(EventLead),
});
export type EventLine = z.infer<typeof EventLine>;

export const StoryEntry = z.extend(EventEntry, { lead: z.nullable(EventLead) });
export type StoryEntry = z.infer<typeof StoryEntry>;

export const STORY_ENTRIES = 50;
/** Pages of one line's events: the list has the others. */
const MAX_ENTRY_PAGES = 200;

export const eventStory = {
  lines: endpoint({
    method: "GET",
    path: "/api/events/story",
    access: "member",
    sight: "whole",
    summary: "The story of a period: by day, the events of one type about one thing as one line",
    query: z.object({
      ...EVENT_PERIOD,
      event_type: z.optional(EventTypeName),
      page: z._default(PageNumber, 1),
      per_page: z._default(pageSize(MAX_LISTED_EVENTS), EVENT_DEFAULT_PAGE_SIZE),
    }),
    response: z.object({ lines: z.array(EventLine), pagination: Pagination }),
  }),
  entries: endpoint({
    method: "GET",
    path: "/api/events/story/entries",
    access: "member",
    sight: "whole",
    summary: "The single events of one line of the story, newest first",
    query: z.object({
      day: Day,
      event_type: EventTypeName,
      subject: z._default(
        z.string().check(z.maxLength(20), z.regex(EVENT_SUBJECT, "Assunto desconhecido.")),
        "",
      ),
      page: z._default(
        z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(MAX_ENTRY_PAGES)),
        1,
      ),
    }),
    response: z.object({ entries: z.array(StoryEntry), has_more: z.boolean() }),
  }),
};
