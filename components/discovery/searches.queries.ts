import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import {
  type MapsSearch,
  type PagesSearch,
  type Search,
  searches,
} from "@/lib/contracts/discovery/searches";

/** Polling interval, a fallback for when the event stream is down. */
const RUNNING_REFETCH_MS = 10_000;

/** Polling interval of the map's places while a search runs. */
const PLACES_REFETCH_MS = 1_500;

export const searchQueries = {
  recent: () =>
    queryOptions({
      queryKey: [...queryKeys.searches, "recent"],
      queryFn: ({ signal }) => call(searches.recent, {}, { signal }),
      select: (answer) => answer.searches,
      refetchInterval: ({ state }) =>
        state.data?.searches.some(({ status }) => status === "processing")
          ? RUNNING_REFETCH_MS
          : false,
    }),
  /** `status` is part of the key so that the end of the search triggers a final fetch. */
  places: ({ id, status }: Pick<Search, "id" | "status">) =>
    queryOptions({
      queryKey: [...queryKeys.searches, "places", id, status],
      queryFn: ({ signal }) => call(searches.places, { params: { id } }, { signal }),
      select: (answer) => answer.places,
      placeholderData: keepPreviousData,
      refetchInterval: status === "processing" ? PLACES_REFETCH_MS : false,
    }),
  /** Their number is part of the key, so that those found meanwhile are fetched. */
  elsewhere: ({ id, elsewhere }: Pick<Search, "id" | "elsewhere">) =>
    queryOptions({
      queryKey: [...queryKeys.searches, "elsewhere", id, elsewhere],
      queryFn: ({ signal }) => call(searches.elsewhere, { params: { id } }, { signal }),
      select: (answer) => answer.companies,
      placeholderData: keepPreviousData,
    }),
};

export type IncludedAll = z.infer<typeof searches.includeAll.response>;

export const searchMutations = {
  startMaps: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: MapsSearch) => call(searches.startMaps, { body }),
      meta: { failure: null },
      onSuccess: () => refresh(client),
    }),
  startPages: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: PagesSearch) => call(searches.startPages, { body }),
      onSuccess: () => refresh(client),
    }),
  /** `onIncluded` is called even if the asking component is unmounted by then: with the last company its list goes. */
  includeAll: (client: QueryClient, onIncluded: (answer: IncludedAll) => void) =>
    mutationOptions({
      mutationFn: (id: number) => call(searches.includeAll, { params: { id } }),
      onSuccess: onIncluded,
      onSettled: () =>
        Promise.all([refresh(client), client.invalidateQueries({ queryKey: queryKeys.leads })]),
    }),
  /** `onIncluded` is called even if the asking component is unmounted by then: the company leaves its list. */
  include: (client: QueryClient, onIncluded: (created: boolean) => void) =>
    mutationOptions({
      mutationFn: (id: number) => call(searches.include, { params: { id } }),
      onSuccess: ({ created }) => {
        onIncluded(created);
        return Promise.all([
          refresh(client),
          client.invalidateQueries({ queryKey: queryKeys.leads }),
        ]);
      },
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(searches.stop, { params: { id } }),
      onSuccess: ({ search }) => updateCachedSearch(client, search),
      onError: () => client.invalidateQueries({ queryKey: queryKeys.searches }),
    }),
};

function refresh(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.searches }),
    client.invalidateQueries({ queryKey: queryKeys.credits }),
  ]);
}

/** Updates a search in the cached list. Returns its previous version, if it was there. */
export function updateCachedSearch(client: QueryClient, search: Search): Search | undefined {
  const { queryKey } = searchQueries.recent();
  const cached = client.getQueryData(queryKey)?.searches;
  const before = cached?.find(({ id }) => id === search.id);
  if (!cached || !before) {
    void client.invalidateQueries({ queryKey: queryKeys.searches });
    return before;
  }
  const searches = cached.map((each) => (each.id === search.id ? search : each));
  client.setQueryData(queryKey, { searches });
  return before;
}
