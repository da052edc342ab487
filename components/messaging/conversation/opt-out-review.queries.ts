import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";

/** The contact's words that a person has to decide about, and its entry among the blocked numbers; null without any. */
export function optOutReviewQuery(number: string) {
  return queryOptions({
    queryKey: [...queryKeys.chat, "opt-out review", number],
    queryFn: ({ signal }) => call(optOuts.review, { params: { number } }, { signal }),
  });
}

export const optOutReviewMutations = {
  decide: (client: QueryClient, number: string) =>
    mutationOptions({
      mutationFn: (isOptOut: boolean) =>
        call(optOuts.decideReview, { params: { number }, body: { opt_out: isOptOut } }),
      // Another tab may have decided.
      onSettled: () =>
        Promise.all(
          [queryKeys.chat, queryKeys.leads, queryKeys.optOuts, queryKeys.suggestions].map(
            (queryKey) => client.invalidateQueries({ queryKey }),
          ),
        ),
    }),
};
