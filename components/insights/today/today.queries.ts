import { queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { today } from "@/lib/contracts/insights/today";

export function todayQuery() {
  return queryOptions({
    queryKey: queryKeys.today,
    queryFn: ({ signal }) => call(today.get, {}, { signal }),
    // What becomes late does so without an event.
    refetchInterval: 60_000,
  });
}
