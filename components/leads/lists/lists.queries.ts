import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import type { Search } from "@/lib/contracts/discovery/searches";
import { type ListQuery, lists } from "@/lib/contracts/leads/lists";
import { errorText, isError } from "@/lib/error-text";
import { AppError } from "@/lib/errors";

/** As many as one page of the API holds. */
const MOST_CHOICES = 200;
/** Polling interval, a fallback for when the event stream is down. */
const RUNNING_REFETCH_MS = 10_000;

const pageKey = [...queryKeys.lists, "page"] as const;

export const listQueries = {
  page: (query: z.input<typeof ListQuery>) =>
    queryOptions({
      queryKey: [...pageKey, query],
      queryFn: ({ signal }) => call(lists.list, { query }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.lists.some(({ status }) => status === "processing")
          ? RUNNING_REFETCH_MS
          : false,
    }),
  /** The options of a field: the latest lists, or the latest that a search finds. */
  choices: (search = "") =>
    queryOptions({
      queryKey: [...queryKeys.lists, "choices", search],
      queryFn: ({ signal }) =>
        call(
          lists.list,
          { query: { per_page: MOST_CHOICES, ...(search !== "" && { search }) } },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.lists, "one", id],
      queryFn: ({ signal }) => call(lists.get, { params: { id } }, { signal }),
      select: ({ list }) => list,
    }),
  /** The effect of deleting the list on its leads, right now. */
  deletion: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.lists, "deletion", id],
      queryFn: ({ signal }) => call(lists.deletion, { params: { id } }, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
};

export const listMutations = {
  rename: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: (name: string) => call(lists.rename, { params: { id }, body: { name } }),
      meta: {
        failureTitle: "Erro ao renomear lista",
        // A problem with the name is shown below its field.
        failure: (error) => (isError(error, "invalid_input") ? null : errorText(error)),
      },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.lists }),
    }),
  remove: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: ({ keepLeads }: { keepLeads: boolean }) =>
        call(lists.remove, { params: { id }, query: keepLeads ? { keep_leads: "true" } : {} }),
      meta: { failureTitle: "Erro ao excluir lista" },
      onSettled: () => refreshListsAndLeads(client),
    }),
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<(typeof lists.create)["body"]>) => call(lists.create, { body }),
      meta: {
        failure: (error) => (error instanceof AppError && error.message) || "Erro ao criar lista",
      },
      onSuccess: () => refreshListsAndLeads(client),
    }),
};

function refreshListsAndLeads(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.lists }),
    client.invalidateQueries({ queryKey: queryKeys.leads }),
  ]);
}

/** Updates a search's list in the cached pages. Invalidates them if the search has ended or the list is not cached. */
export function updateCachedListProgress(client: QueryClient, search: Search): void {
  const { list_id: id, status, note, completed_at, leads_created, leads_linked } = search;
  // The list may have leads of before, and is not the search's to complete.
  if (search.kind === "receita") {
    return void client.invalidateQueries({ queryKey: queryKeys.lists });
  }
  let known = false;
  client.setQueriesData<{ lists: { id: number }[] }>({ queryKey: pageKey }, (page) => {
    if (!page?.lists.some((list) => list.id === id)) return page;
    known = true;
    const progress = { status, note, completed_at, total_leads: leads_created + leads_linked };
    return {
      ...page,
      lists: page.lists.map((list) => (list.id === id ? { ...list, ...progress } : list)),
    };
  });
  if (!known || status !== "processing") {
    void client.invalidateQueries({ queryKey: queryKeys.lists });
  }
}
