import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import {
  type NewWebhook,
  type WebhookChange,
  webhooks,
} from "@/lib/contracts/integrations/webhooks";

const PAGE_SIZE = 20;
/** Polled while a delivery is in progress. */
const REFRESH_MS = 2_000;

export const webhookQueries = {
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.webhooks, "list"],
      queryFn: async ({ signal }) => (await call(webhooks.list, {}, { signal })).webhook_endpoints,
    }),
  deliveries: (id: number) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.webhooks, "deliveries", id],
      queryFn: ({ pageParam: after, signal }) =>
        call(
          webhooks.deliveries,
          { params: { id }, query: { per_page: PAGE_SIZE, ...(after && { after }) } },
          { signal },
        ),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next,
      refetchInterval: ({ state }) => {
        const waits = state.data?.pages[0]?.deliveries.some((each) => each.state === "waiting");
        return waits ? REFRESH_MS : false;
      },
    }),
};

export const webhookMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: NewWebhook) => call(webhooks.create, { body }),
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.webhooks }),
      // The answer contains the secret.
      gcTime: 0,
    }),
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, body }: { id: number; body: WebhookChange }) =>
        call(webhooks.update, { params: { id }, body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.webhooks }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(webhooks.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.webhooks }),
    }),
  test: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(webhooks.test, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.webhooks }),
    }),
  replay: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(webhooks.replay, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.webhooks }),
    }),
};
