import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { dashboard } from "@/lib/contracts/insights/dashboard";
import { deals } from "@/lib/contracts/insights/deals";

export const dashboardQueries = {
  activity: () =>
    queryOptions({
      queryKey: [...queryKeys.dashboard, "activity"],
      queryFn: ({ signal }) => call(dashboard.activity, { query: {} }, { signal }),
    }),
  period: (days: number) =>
    queryOptions({
      queryKey: [...queryKeys.dashboard, "period", days],
      queryFn: ({ signal }) => call(dashboard.period, { query: { days } }, { signal }),
    }),
  forecast: () =>
    queryOptions({
      queryKey: [...queryKeys.dashboard, "forecast"],
      queryFn: ({ signal }) => call(deals.forecast, {}, { signal }),
    }),
};
