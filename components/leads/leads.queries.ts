import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { call } from "@/lib/api/client";
import { leadHistory } from "@/lib/contracts/lead-history";
import { type LeadQuery, leads } from "@/lib/contracts/leads";

export const leadKeys = { all: ["leads"] as const };

export const leadQueries = {
  list: (query: z.input<typeof LeadQuery>) =>
    queryOptions({
      queryKey: [...leadKeys.all, "list", query],
      queryFn: ({ signal }) => call(leads.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  stats: () =>
    queryOptions({
      queryKey: [...leadKeys.all, "stats"],
      queryFn: ({ signal }) => call(leads.stats, {}, { signal }),
      select: ({ statistics }) => statistics,
    }),
  cities: () =>
    queryOptions({
      queryKey: [...leadKeys.all, "cities"],
      queryFn: ({ signal }) => call(leads.cities, {}, { signal }),
      select: ({ cities }) => cities,
    }),
  details: (id: number) =>
    queryOptions({
      queryKey: [...leadKeys.all, "details", id],
      queryFn: ({ signal }) => call(leads.get, { params: { id } }, { signal }),
      select: ({ lead }) => lead,
    }),
  history: (id: number) =>
    queryOptions({
      queryKey: [...leadKeys.all, "history", id],
      queryFn: ({ signal }) => call(leadHistory.list, { params: { id } }, { signal }),
      select: ({ history }) => history,
    }),
};
