import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type NewPrivacyRequest, type PersonQuery, privacy } from "@/lib/contracts/privacy/privacy";

const PEOPLE = [...queryKeys.privacy, "people"];
const REQUESTS = [...queryKeys.privacy, "requests"];
/** Polled while an erasure is carried out. */
const LOOK_EVERY_MS = 1_500;

export const privacyQueries = {
  person: (query: z.input<typeof PersonQuery> | null) =>
    queryOptions({
      queryKey: [...PEOPLE, query],
      queryFn: ({ signal }) => call(privacy.findPerson, { query: query ?? {} }, { signal }),
      enabled: query !== null,
      // The result of a search for a person is not kept longer than it is shown.
      gcTime: 0,
    }),
  requests: (page: number) =>
    queryOptions({
      queryKey: [...REQUESTS, page],
      queryFn: ({ signal }) => call(privacy.listRequests, { query: { page } }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.requests.some(({ status }) => status === "processing") ? LOOK_EVERY_MS : false,
    }),
};

export const privacyMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof NewPrivacyRequest>) =>
        call(privacy.createRequest, { body }),
      onSettled: () => refresh(client),
    }),
  retry: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(privacy.retryErasure, { params: { id } }),
      onSettled: () => refresh(client),
    }),
  allowAgain: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(privacy.allowAgain, { params: { id } }),
      onSettled: () => refresh(client),
    }),
};

export function refreshPeople(client: QueryClient) {
  return client.invalidateQueries({ queryKey: PEOPLE });
}

/** An erasure removes data from nearly every screen. */
function refresh(client: QueryClient) {
  return Promise.all(
    [
      queryKeys.privacy,
      queryKeys.leads,
      queryKeys.chat,
      queryKeys.optOuts,
      queryKeys.tasks,
      queryKeys.today,
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
