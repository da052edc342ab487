import type { z } from "zod/mini";
import {
  DEAL_ROWS,
  type DealOutcomes,
  type deals,
  FORECAST_MONTHS,
  type Forecast,
} from "@/lib/contracts/insights/deals";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { shiftMonth } from "@/lib/domain/time/month";
import { requirePeriod } from "@/server/insights/event-reports/event-reports.service";
import type { Actor } from "@/server/platform/actor";
import { countOutcomes, findExpected, MOST_DEALS } from "./deals.repository";

/** The value of the actor's open leads, by expected month of closing, and by stage. */
export async function getForecast(actor: Actor): Promise<Forecast> {
  const month = getSaoPauloDay(new Date()).slice(0, 7);
  const months = Array.from({ length: FORECAST_MONTHS }, (_, ahead) => shiftMonth(month, ahead));
  const [first = "", last = ""] = [months[0], months.at(-1)];
  const periods: Forecast["periods"] = [
    { when: "overdue", month: null, value_cents: 0, stages: [] },
    ...months.map((month) => ({ when: "month" as const, month, value_cents: 0, stages: [] })),
    { when: "later", month: null, value_cents: 0, stages: [] },
    { when: "undated", month: null, value_cents: 0, stages: [] },
  ];
  let total = 0;
  for (const { month, stage_id, value_cents } of await findExpected(actor)) {
    const when =
      month === null ? "undated" : month < first ? "overdue" : month > last ? "later" : "month";
    const period = periods.find(
      (each) => each.when === when && (when !== "month" || each.month === month),
    );
    if (!period) continue;
    const known = period.stages.find((stage) => stage.stage_id === stage_id);
    if (known) known.value_cents += value_cents;
    else period.stages.push({ stage_id, value_cents });
    period.value_cents += value_cents;
    total += value_cents;
  }
  return { periods, value_cents: total };
}

/** Deals that were won and lost in a period. @throws AppError when it is no period */
export async function reportOutcomes(
  actor: Actor,
  { by, ...query }: z.output<typeof deals.outcomes.query>,
): Promise<DealOutcomes> {
  const found = await countOutcomes(actor, requirePeriod(query), by, DEAL_ROWS);
  const { won = 0, lost = 0, won_cents = 0 } = found.find(({ is_total }) => is_total) ?? {};
  return {
    total: { won, lost, won_cents },
    rows: found.filter((row) => !row.is_total).map(({ is_total: _total, ...row }) => row),
    capped: won + lost > MOST_DEALS,
  };
}
