import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Day, Id, Instant } from "@/lib/contracts/shared/fields";
import { EVENT_TYPE_NAMES, MAX_SKIPPED_EVENTS } from "@/lib/domain/events/event-types";
import { LEAD_SOURCES } from "@/lib/domain/leads/lead-list";

const UNKNOWN_TYPE = "Tipo de evento desconhecido.";
export const EventTypeName = z.enum(EVENT_TYPE_NAMES, UNKNOWN_TYPE);

/** Days in São Paulo, inclusive; the last 30 days when left out. */
export const EVENT_PERIOD = { start_date: z.optional(Day), end_date: z.optional(Day) };

export const EVENT_PAGE_SIZES = [5, 10, 20, 50, 100, 200] as const;
export const EVENT_DEFAULT_PAGE_SIZE = 50;
export const MAX_LISTED_EVENTS = 200;

export const EventEntry = z.object({
  id: z.number(),
  event_type: z.string(),
  timestamp: Instant,
  metadata: z.record(z.string(), z.unknown()),
  credits_used: z.number(),
  /** How many things it is about, such as the leads of an import. */
  quantity: z.number(),
});
export type EventEntry = z.infer<typeof EventEntry>;

const EventCount = z.object({
  event_type: z.string(),
  /** How many things happened. */
  count: z.number(),
  /** How many entries the list has of it. */
  entries: z.number(),
  credits_used: z.number(),
});
export type EventCount = z.infer<typeof EventCount>;

export const EventReport = z.object({
  /** Every day of the period, oldest first, with its count by type. */
  days: z.array(z.object({ day: z.string(), by_type: z.record(z.string(), z.number()) })),
  /** Messages received by weekday (1 is Monday) and hour in São Paulo; hours without any are left out. */
  answers: z.array(z.object({ weekday: z.number(), hour: z.number(), count: z.number() })),
});
export type EventReport = z.infer<typeof EventReport>;

export const EventFunnel = z.object({
  found: z.number(),
  contacted: z.number(),
  delivered: z.number(),
  read: z.number(),
  answered: z.number(),
  closed: z.number(),
});
export type EventFunnel = z.infer<typeof EventFunnel>;

export const eventReports = {
  summary: endpoint({
    method: "GET",
    path: "/api/events/summary",
    access: "member",
    sight: "whole",
    summary: "How often each type of event happened in a period",
    query: z.object({ ...EVENT_PERIOD, event_type: z.optional(EventTypeName) }),
    response: z.object({ summary: z.array(EventCount) }),
  }),
  aggregate: endpoint({
    method: "GET",
    path: "/api/events/aggregate",
    access: "member",
    sight: "whole",
    summary: "One type of event by day",
    /** One of the two names, which mean the same. */
    query: z
      .object({
        ...EVENT_PERIOD,
        event_type: z.optional(EventTypeName),
        eventType: z.optional(EventTypeName),
      })
      .check(
        z.refine(({ event_type, eventType }) => (event_type ?? eventType) !== undefined, {
          path: ["event_type"],
          message: UNKNOWN_TYPE,
        }),
      ),
    response: z.object({
      event_type: z.string(),
      total: z.number(),
      days: z.array(z.object({ date: z.string(), count: z.number(), credits_used: z.number() })),
    }),
  }),
  bySource: endpoint({
    method: "GET",
    path: "/api/events/by-source",
    access: "member",
    sight: "whole",
    summary: "Lists created in a period, by source",
    query: z.object(EVENT_PERIOD),
    response: z.object({ sources: z.array(z.object({ source: z.string(), count: z.number() })) }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/events/list",
    access: "member",
    sight: "whole",
    summary: "Events of a period, newest first",
    query: z.object({
      ...EVENT_PERIOD,
      event_type: z.optional(EventTypeName),
      limit: z._default(
        z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(MAX_LISTED_EVENTS)),
        EVENT_DEFAULT_PAGE_SIZE,
      ),
      offset: z._default(
        z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(MAX_SKIPPED_EVENTS)),
        0,
      ),
    }),
    response: z.array(EventEntry),
  }),
  report: endpoint({
    method: "GET",
    path: "/api/events/report",
    access: "member",
    sight: "whole",
    summary: "Events by day and type, and answers by weekday and hour",
    query: z.object(EVENT_PERIOD),
    response: EventReport,
  }),
  funnel: endpoint({
    method: "GET",
    path: "/api/events/funnel",
    errors: ["not_found"],
    access: "member",
    sight: "whole",
    summary: "How far the leads of a period, a list, a campaign or a source came",
    query: z.object({
      ...EVENT_PERIOD,
      list_id: z.optional(Id),
      activity_id: z.optional(Id),
      source: z.optional(z.enum(LEAD_SOURCES, "Fonte desconhecida.")),
    }),
    response: EventFunnel,
  }),
  types: endpoint({
    method: "GET",
    path: "/api/events/types",
    access: "public",
    sight: "whole",
    summary: "The types of events, with their description, colour and icon",
    response: z.object({
      types: z.array(
        z.object({
          type: z.string(),
          label: z.string(),
          description: z.string(),
          color: z.string(),
          icon: z.string(),
        }),
      ),
    }),
  }),
  health: endpoint({
    method: "GET",
    path: "/api/events/health",
    access: "public",
    sight: "whole",
    summary: "Events are recorded and summed up",
    response: z.object({ status: z.literal("ok"), summed_up_to: Instant }),
  }),
};
