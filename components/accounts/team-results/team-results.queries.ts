import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type NewGoal, teamResults } from "@/lib/contracts/insights/team-results";

/** Null for this month. */
export function teamResultsQuery(month: string | null) {
  return queryOptions({
    queryKey: [...queryKeys.team, "results", month],
    queryFn: ({ signal }) =>
      call(teamResults.month, { query: month === null ? {} : { month } }, { signal }),
  });
}

export const teamResultsMutations = {
  setGoal: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, goal }: { id: number; goal: NewGoal }) =>
        call(teamResults.setGoal, { params: { id }, body: goal }),
      onSettled: () => client.invalidateQueries({ queryKey: [...queryKeys.team, "results"] }),
    }),
  setMail: (client: QueryClient) =>
    mutationOptions({
      // Two choices in a row are stored in their order.
      scope: { id: "set-monday-mail" },
      mutationFn: (on: boolean) => call(teamResults.setMail, { body: { on } }),
      onSettled: () => client.invalidateQueries({ queryKey: [...queryKeys.team, "results"] }),
    }),
};
