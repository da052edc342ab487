import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/query-keys";
import { call } from "@/lib/api/client";
import { events } from "@/lib/contracts/insights/events";

type PeriodQuery = z.input<typeof events.bySource.query>;

export const eventQueries = {
  summary: (query: z.input<typeof events.summary.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "summary", query],
      queryFn: ({ signal }) => call(events.summary, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  sources: (query: PeriodQuery) =>
    queryOptions({
      queryKey: [...queryKeys.events, "sources", query],
      queryFn: ({ signal }) => call(events.bySource, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  report: (query: PeriodQuery) =>
    queryOptions({
      queryKey: [...queryKeys.events, "report", query],
      queryFn: ({ signal }) => call(events.report, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  funnel: (query: z.input<typeof events.funnel.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "funnel", query],
      queryFn: ({ signal }) => call(events.funnel, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  list: (query: z.input<typeof events.list.query>) =>
    queryOptions({
      queryKey: [...queryKeys.events, "list", query],
      queryFn: ({ signal }) => call(events.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
};
