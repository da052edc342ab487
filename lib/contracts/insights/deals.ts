import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { EVENT_PERIOD } from "./event-reports";

/** The months of a forecast, this one included. */
export const FORECAST_MONTHS = 6;
/** Rows of a report of deals. */
export const DEAL_ROWS = 20;

/** What is expected of the open leads of one stage, in cents. */
const ExpectedOfStage = z.object({ stage_id: z.number(), value_cents: z.number() });

export const Forecast = z.object({
  /** Expected before this month and still open, then by month ("2026-11"), then after those months, then without a day. */
  periods: z.array(
    z.object({
      when: z.enum(["overdue", "month", "later", "undated"]),
      month: z.nullable(z.string()),
      value_cents: z.number(),
      stages: z.array(ExpectedOfStage),
    }),
  ),
  /** Of all open leads. */
  value_cents: z.number(),
});
export type Forecast = z.infer<typeof Forecast>;

export const DEAL_GROUPS = ["source", "list", "campaign", "reason"] as const;
export type DealGroup = (typeof DEAL_GROUPS)[number];

const outcome = { won: z.number(), lost: z.number(), won_cents: z.number() };

export const DealOutcomes = z.object({
  total: z.object(outcome),
  /** The most deals first; a lead counts in each of its lists and campaigns. */
  rows: z.array(
    z.object({
      /** A list, a campaign or a reason; null for a source, and for no reason. */
      id: z.nullable(z.number()),
      /** The name, or the source as the API writes it; null for no reason. */
      name: z.nullable(z.string()),
      ...outcome,
    }),
  ),
  /** True when there are more deals than are counted. */
  capped: z.boolean(),
});
export type DealOutcomes = z.infer<typeof DealOutcomes>;

export const deals = {
  forecast: endpoint({
    method: "GET",
    path: "/api/deals/forecast",
    access: "member",
    sight: "narrowed",
    summary:
      "What open leads are worth, by the month in which they are expected to close, and by stage",
    response: Forecast,
  }),
  outcomes: endpoint({
    method: "GET",
    path: "/api/deals/outcomes",
    access: "member",
    sight: "narrowed",
    summary: "Deals won and lost in a period, by source, list, campaign or reason of loss",
    query: z.object({ ...EVENT_PERIOD, by: z._default(z.enum(DEAL_GROUPS), "source") }),
    response: DealOutcomes,
  }),
};
