import { readListParams } from "@/components/shared/table/list-params";
import { EVENT_DEFAULT_PAGE_SIZE, EVENT_PAGE_SIZES } from "@/lib/contracts/insights/event-reports";
import {
  EVENT_TYPE_NAMES,
  MAX_EVENT_DAYS,
  MAX_SKIPPED_EVENTS,
} from "@/lib/domain/events/event-types";
import { countDays, readPeriod } from "@/lib/domain/time/period";

const USUAL_DAYS = 30;
export const EVENT_PARAMETERS = ["from", "to", "type", "since", "until"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** In the endpoints' form. */
export interface ChosenPeriod {
  start_date: string;
  end_date: string;
}

type EventParams = ReturnType<typeof readListParams<(typeof EVENT_PARAMETERS)[number]>>;

/** The screen's period and the history's filters. Without own dates the history uses the screen's period. */
export function toEventChoice(params: EventParams, now: Date) {
  const period = toPeriod(params.from, params.to, now);
  const own = toPeriod(params.since || period.start_date, params.until || period.end_date, now);
  const type = EVENT_TYPE_NAMES.find((name) => name === params.type) ?? null;
  // Older events are reached by narrower dates.
  const lastPage = Math.floor(MAX_SKIPPED_EVENTS / params.pageSize) + 1;
  return {
    period,
    history: { type, period: own, lastPage },
    query: {
      ...own,
      ...(type && { event_type: type }),
      page: Math.min(params.page, lastPage),
      per_page: params.pageSize,
    },
    isFiltered: type !== null || params.since !== "" || params.until !== "",
    page: params.page,
    pageSize: params.pageSize,
  };
}

export function readEventChoice(params: Pick<URLSearchParams, "get">) {
  return toEventChoice(
    readListParams(params, EVENT_PAGE_SIZES, EVENT_DEFAULT_PAGE_SIZE, EVENT_PARAMETERS),
    new Date(),
  );
}

/** An invalid day or period counts as not chosen. */
function toPeriod(from: string, to: string, now: Date): ChosenPeriod {
  const chosen = {
    from: DAY.test(from) && !Number.isNaN(Date.parse(from)) ? from : undefined,
    to: DAY.test(to) && !Number.isNaN(Date.parse(to)) ? to : undefined,
  };
  const period = readPeriod(chosen, USUAL_DAYS, now);
  const days = countDays(period);
  const usable = days >= 1 && days <= MAX_EVENT_DAYS ? period : readPeriod({}, USUAL_DAYS, now);
  return { start_date: usable.from, end_date: usable.to };
}
