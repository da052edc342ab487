import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { creditKeys } from "@/components/credits/credits.queries";
import { call } from "@/lib/api/client";
import { type PagesSearch, type Search, searches } from "@/lib/contracts/searches";

/** The stream tells the progress; this is for when it cannot. */
const RUNNING_REFETCH_MS = 10_000;

const searchKeys = { all: ["searches"] as const };

export const searchQueries = {
  recent: () =>
    queryOptions({
      queryKey: [...searchKeys.all, "recent"],
      queryFn: ({ signal }) => call(searches.recent, {}, { signal }),
      select: (answer) => answer.searches,
      refetchInterval: ({ state }) =>
        state.data?.searches.some(({ status }) => status === "processing")
          ? RUNNING_REFETCH_MS
          : false,
    }),
};

export const searchMutations = {
  startPages: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: PagesSearch) => call(searches.startPages, { body }),
      onSuccess: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: searchKeys.all }),
          client.invalidateQueries({ queryKey: creditKeys.all }),
        ]),
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(searches.stop, { params: { id } }),
      onSuccess: ({ search }) => putSearch(client, search),
      onError: () => client.invalidateQueries({ queryKey: searchKeys.all }),
    }),
};

/** Writes one search into the cached list; answers how it stood there before. */
export function putSearch(client: QueryClient, search: Search): Search | undefined {
  const { queryKey } = searchQueries.recent();
  const cached = client.getQueryData(queryKey)?.searches;
  const before = cached?.find(({ id }) => id === search.id);
  if (!cached || !before) {
    void client.invalidateQueries({ queryKey: searchKeys.all });
    return before;
  }
  const searches = cached.map((each) => (each.id === search.id ? search : each));
  client.setQueryData(queryKey, { searches });
  return before;
}
