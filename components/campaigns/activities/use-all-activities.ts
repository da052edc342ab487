import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { campaignQueries } from "./campaigns.queries";

/** The campaigns of the list, with earlier ones once they are requested. */
export function useAllActivities() {
  const list = useQuery(campaignQueries.activities());
  const end =
    useQuery({ ...campaignQueries.activities(), select: ({ next }) => next }).data ?? null;
  const [isWanted, setIsWanted] = useState(false);
  // A campaign that is started meanwhile moves the end: the page before it then changes.
  const earlier = useInfiniteQuery({
    ...campaignQueries.earlier(end ?? 0),
    enabled: isWanted && end !== null,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, fetchNextPage } = earlier;
  const rows = useMemo(() => {
    const shown = list.data ?? [];
    const known = new Set(shown.map(({ id }) => id));
    const before = data?.pages.flatMap(({ activities }) => activities) ?? [];
    return [...shown, ...before.filter(({ id }) => !known.has(id))];
  }, [list.data, data]);
  return {
    list,
    rows,
    hasMore: end !== null && (data === undefined || hasNextPage),
    isLoadingMore: earlier.isLoading || earlier.isFetchingNextPage,
    hasFailed: earlier.isError,
    loadMore: () => {
      if (isWanted) void fetchNextPage();
      else setIsWanted(true);
    },
  };
}
