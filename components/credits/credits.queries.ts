import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { enrichStoredSession } from "@/lib/api/session-store";
import { credits } from "@/lib/contracts/credits";

export const creditKeys = { all: ["credits"] as const };

export const creditQueries = {
  status: () =>
    queryOptions({
      queryKey: [...creditKeys.all, "status"],
      queryFn: async ({ signal }) => {
        const status = await call(credits.status, {}, { signal });
        enrichStoredSession(status);
        return status;
      },
    }),
  history: (days: number) =>
    queryOptions({
      queryKey: [...creditKeys.all, "history", days],
      queryFn: ({ signal }) => call(credits.history, { query: { days: String(days) } }, { signal }),
      placeholderData: keepPreviousData,
    }),
};
