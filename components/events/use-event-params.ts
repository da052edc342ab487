"use client";

import { useListParams } from "@/components/shared/table/use-list-params";
import { EVENT_DEFAULT_PAGE_SIZE, EVENT_PAGE_SIZES } from "@/lib/contracts/insights/event-reports";
import { EVENT_TYPE_NAMES, MAX_EVENT_DAYS } from "@/lib/domain/events/event-types";
import { countDays, readPeriod } from "@/lib/domain/time/period";

const USUAL_DAYS = 30;
const EXTRA = ["from", "to", "type", "since", "until"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** In the endpoints' form. */
export interface ChosenPeriod {
  start_date: string;
  end_date: string;
}

/** The screen's period and the history's filters, in the URL. Without own dates the history uses the screen's period. */
export function useEventParams() {
  const [params, change] = useListParams(EVENT_PAGE_SIZES, EVENT_DEFAULT_PAGE_SIZE, EXTRA);
  const period = toPeriod(params.from, params.to);
  const own = toPeriod(params.since || period.start_date, params.until || period.end_date);
  const type = EVENT_TYPE_NAMES.find((name) => name === params.type) ?? null;
  return {
    period,
    history: { type, period: own },
    isFiltered: type !== null || params.since !== "" || params.until !== "",
    page: params.page,
    pageSize: params.pageSize,
    change,
  };
}

/** An invalid day or period counts as not chosen. */
function toPeriod(from: string, to: string): ChosenPeriod {
  const chosen = {
    from: DAY.test(from) && !Number.isNaN(Date.parse(from)) ? from : undefined,
    to: DAY.test(to) && !Number.isNaN(Date.parse(to)) ? to : undefined,
  };
  const period = readPeriod(chosen, USUAL_DAYS, new Date());
  const days = countDays(period);
  const usable =
    days >= 1 && days <= MAX_EVENT_DAYS ? period : readPeriod({}, USUAL_DAYS, new Date());
  return { start_date: usable.from, end_date: usable.to };
}
