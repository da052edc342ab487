import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { duplicates } from "@/lib/contracts/leads/duplicates";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";

export const mergeQueries = {
  /** Leads side by side, as they are right now. */
  comparison: (leadIds: readonly number[]) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "comparison", leadIds],
      queryFn: ({ signal }) => {
        const [id = 0, ...others] = leadIds;
        const query = others.length > 0 ? { with: others.join(",") } : {};
        return call(leadMerges.compare, { params: { id }, query }, { signal });
      },
      staleTime: 0,
      gcTime: 0,
    }),
  similar: (leadId: number) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "similar", leadId],
      queryFn: async ({ signal }) =>
        (await call(duplicates.ofLead, { params: { id: leadId } }, { signal })).leads,
    }),
  /** The merges that can be undone: of one lead, or of all. */
  merges: (leadId: number | null) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "merges", leadId],
      queryFn: async ({ signal }) =>
        (await call(leadMerges.list, { query: leadId ? { lead_id: leadId } : {} }, { signal }))
          .merges,
    }),
  duplicates: () =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.leads, "duplicates"],
      queryFn: ({ pageParam, signal }) =>
        call(duplicates.list, { query: pageParam ? { after: pageParam } : {} }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
};

const refresh = (client: QueryClient) =>
  Promise.all(
    [queryKeys.leads, queryKeys.lists, queryKeys.today].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

export const mergeMutations = {
  merge: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async (body: z.input<(typeof leadMerges.merge)["body"]>) =>
        (await call(leadMerges.merge, { body })).merge,
      onSettled: () => refresh(client),
    }),
  undo: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(leadMerges.undo, { params: { id } }),
      onSettled: () => refresh(client),
    }),
  setDistinct: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<(typeof duplicates.setDistinct)["body"]>) =>
        call(duplicates.setDistinct, { body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
};
