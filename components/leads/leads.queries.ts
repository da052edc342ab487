import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { leads } from "@/lib/contracts/leads";

interface LeadFilters {
  page: number;
  per_page: number;
  search: string;
}

export const leadKeys = { all: ["leads"] as const };

export const leadQueries = {
  list: (filters: LeadFilters) =>
    queryOptions({
      queryKey: [...leadKeys.all, "list", filters],
      queryFn: ({ signal }) => call(leads.list, { query: filters }, { signal }),
      placeholderData: keepPreviousData,
    }),
  stats: () =>
    queryOptions({
      queryKey: [...leadKeys.all, "stats"],
      queryFn: ({ signal }) => call(leads.stats, {}, { signal }),
      select: ({ statistics }) => statistics,
    }),
};
