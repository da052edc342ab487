import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { credits } from "@/lib/contracts/accounts/credits";

export const creditMutations = {
  /** Fails with insufficient_credits when fewer are free. */
  check: () =>
    mutationOptions({
      mutationFn: (required_credits: number) => call(credits.check, { body: { required_credits } }),
      meta: { failure: null },
    }),
};

export const creditQueries = {
  status: () =>
    queryOptions({
      queryKey: [...queryKeys.credits, "status"],
      queryFn: ({ signal }) => call(credits.status, {}, { signal }),
    }),
  history: (days: number) =>
    queryOptions({
      queryKey: [...queryKeys.credits, "history", days],
      queryFn: ({ signal }) => call(credits.history, { query: { days: String(days) } }, { signal }),
      placeholderData: keepPreviousData,
    }),
};
