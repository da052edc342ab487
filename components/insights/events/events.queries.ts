import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call as callServer } from "@/lib/api/client";
import { requireStoredToken } from "@/lib/api/session-store";
import { deals } from "@/lib/contracts/insights/deals";
import { eventReports } from "@/lib/contracts/insights/event-reports";
import { type EventLine, eventStory } from "@/lib/contracts/insights/event-story";
import type { EventType } from "@/lib/domain/events/event-types";

/** Without a stored token a browser makes no request. */
const call: typeof callServer = async (...request) => {
  if (typeof window !== "undefined") requireStoredToken("Token de autenticação não encontrado");
  return callServer(...request);
};

type PeriodQuery = z.input<typeof eventReports.bySource.query>;

export const eventQueries = {
  summary: (query: z.input<typeof eventReports.summary.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "summary", query],
      queryFn: ({ signal }) => call(eventReports.summary, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  sources: (query: PeriodQuery) =>
    queryOptions({
      queryKey: [...queryKeys.events, "sources", query],
      queryFn: ({ signal }) => call(eventReports.bySource, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  report: (query: PeriodQuery) =>
    queryOptions({
      queryKey: [...queryKeys.events, "report", query],
      queryFn: ({ signal }) => call(eventReports.report, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  funnel: (query: z.input<typeof eventReports.funnel.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "funnel", query],
      queryFn: ({ signal }) => call(eventReports.funnel, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  deals: (query: z.input<typeof deals.outcomes.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "deals", query],
      queryFn: ({ signal }) => call(deals.outcomes, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  story: (query: z.input<typeof eventStory.lines.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "story", query],
      queryFn: ({ signal }) => call(eventStory.lines, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  entries: ({ day, event_type, subject }: EventLine) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.events, "entries", day, event_type, subject],
      queryFn: ({ signal, pageParam }) => {
        const query = { day, event_type: event_type as EventType, subject, page: pageParam };
        return call(eventStory.entries, { query }, { signal });
      },
      initialPageParam: 1,
      getNextPageParam: ({ has_more }, _pages, page) => (has_more ? page + 1 : undefined),
    }),
};
