import type { z } from "zod/mini";
import type { EventCount, EventReport, eventReports } from "@/lib/contracts/insights/event-reports";
import { EVENT_TYPE_NAMES, EVENT_TYPES, MAX_EVENT_DAYS } from "@/lib/domain/events/event-types";
import { countDays, listDays, type Period, readPeriod } from "@/lib/domain/time/period";
import { AppError } from "@/lib/errors";
import { countListsBySource } from "@/server/leads/lists/lists.service";
import type { Actor } from "@/server/platform/actor";
import { toEntry } from "./event-reports.mapper";
import * as repository from "./event-reports.repository";

type PeriodQuery = z.output<typeof eventReports.bySource.query>;

const DEFAULT_DAYS = 30;

/** @throws AppError invalid_input when it ends before it starts, or is too long */
export function requirePeriod({ start_date, end_date }: PeriodQuery): Period {
  const period = readPeriod({ from: start_date, to: end_date }, DEFAULT_DAYS, new Date());
  const days = countDays(period);
  if (days >= 1 && days <= MAX_EVENT_DAYS) return period;
  const problem =
    days < 1 ? "A data final vem antes da inicial." : "Escolha um período de até dois anos.";
  throw new AppError("invalid_input", problem, { fields: { end_date: problem } });
}

/** How often each type happened, most first. */
export async function summarizeEvents(
  { ownerId }: Actor,
  { event_type, ...query }: z.output<typeof eventReports.summary.query>,
): Promise<{ summary: EventCount[] }> {
  const period = requirePeriod(query);
  return { summary: await repository.countByType(ownerId, period, event_type ?? null) };
}

/** One type by day; every day of the period is included. */
export async function aggregateEvents(
  { ownerId }: Actor,
  { event_type, eventType, ...query }: z.output<typeof eventReports.aggregate.query>,
) {
  const type = event_type ?? eventType ?? "";
  const period = requirePeriod(query);
  const counts = await repository.countByDay(ownerId, period, type);
  const byDay = new Map(counts.map((each) => [each.day, each]));
  const days = listDays(period).map((date) => {
    const { count = 0, credits_used = 0 } = byDay.get(date) ?? {};
    return { date, count, credits_used };
  });
  return { event_type: type, total: days.reduce((sum, { count }) => sum + count, 0), days };
}

export async function countSources({ ownerId }: Actor, query: PeriodQuery) {
  const { start, end } = requirePeriod(query);
  return { sources: await countListsBySource(ownerId, start, end) };
}

/** Newest first. */
export async function listEvents(
  { ownerId }: Actor,
  { event_type, limit, offset, ...query }: z.output<typeof eventReports.list.query>,
) {
  const found = await repository.findEvents(ownerId, requirePeriod(query), {
    eventType: event_type ?? null,
    limit,
    offset,
  });
  return found.map(toEntry);
}

/** Events by day and type, and answers by hour of the week. */
export async function reportEvents({ ownerId }: Actor, query: PeriodQuery): Promise<EventReport> {
  const period = requirePeriod(query);
  const [counts, answers] = await Promise.all([
    repository.countByDay(ownerId, period, null),
    repository.countAnswersByWeekHour(ownerId, period),
  ]);
  const byDay = new Map<string, Record<string, number>>();
  for (const { day, event_type, count } of counts) {
    byDay.set(day, { ...byDay.get(day), [event_type]: count });
  }
  return {
    days: listDays(period).map((day) => ({ day, by_type: byDay.get(day) ?? {} })),
    answers,
  };
}

export function describeTypes() {
  return { types: EVENT_TYPE_NAMES.map((type) => ({ type, ...EVENT_TYPES[type] })) };
}

export async function checkEvents() {
  const rolledUpTo = await repository.findRolledUpTo();
  return { status: "ok" as const, summed_up_to: rolledUpTo };
}
