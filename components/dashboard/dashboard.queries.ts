import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { dashboard } from "@/lib/contracts/dashboard";

export const dashboardKeys = { all: ["dashboard"] as const };

export const dashboardQueries = {
  activity: () =>
    queryOptions({
      queryKey: [...dashboardKeys.all, "activity"],
      queryFn: ({ signal }) => call(dashboard.activity, { query: {} }, { signal }),
    }),
};
