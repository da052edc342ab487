import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";

const ACTIVITY_DAYS = { min: 1, max: 30, default: 30 } as const;

/** Every day of the period, oldest first, by São Paulo's calendar ("2026-01-31"). */
const LeadDay = z.object({ day: z.string(), by_source: z.record(z.string(), z.number()) });
const MessageDay = z.object({ day: z.string(), sent: z.number(), received: z.number() });

export const DashboardActivity = z.object({
  leads: z.array(LeadDay),
  messages: z.array(MessageDay),
  /** Lists created in the period, by source, most first. */
  list_sources: z.array(z.object({ source: z.string(), count: z.number() })),
});
export type DashboardActivity = z.infer<typeof DashboardActivity>;

const DaysQuery = z.object({
  days: z._default(
    z.coerce.number<number>().check(z.int(), z.gte(ACTIVITY_DAYS.min), z.lte(ACTIVITY_DAYS.max)),
    ACTIVITY_DAYS.default,
  ),
});

const Figures = z.object({
  leads: z.number().check(z.describe("Leads that exist and were created in the period.")),
  sent: z.number(),
  received: z.number(),
  won: z
    .number()
    .check(z.describe("Leads that came into a stage of the won in the period, and stand there.")),
});
export type PeriodFigures = z.infer<typeof Figures>;

const DashboardPeriod = z.object({ now: Figures, before: Figures });
export type DashboardPeriod = z.infer<typeof DashboardPeriod>;

export const dashboard = {
  activity: endpoint({
    method: "GET",
    path: "/api/dashboard/activity",
    access: "member",
    sight: "narrowed",
    summary: "Leads and messages by day, and list sources, of the last days (at most 30)",
    query: DaysQuery,
    response: DashboardActivity,
  }),
  period: endpoint({
    method: "GET",
    path: "/api/dashboard/period",
    access: "member",
    sight: "narrowed",
    summary: "Figures of the last days (at most 30), and of as many days before them",
    query: DaysQuery,
    response: DashboardPeriod,
  }),
};
