import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type Tag, tags } from "@/lib/contracts/leads/tags";

const KEY = [...queryKeys.leads, "tags"];

export function tagsQuery() {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(tags.list, {}, { signal })).tags,
  });
}

const NO_TAGS: Tag[] = [];

/** The account's tags by name; none while they are being loaded. */
export function useTags(): readonly Tag[] {
  return useQuery(tagsQuery()).data ?? NO_TAGS;
}

export const tagMutations = {
  onLeads: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<(typeof tags.onLeads)["body"]>) => call(tags.onLeads, { body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, ...body }: { id: number; name: string; colour: Tag["colour"] }) =>
        call(tags.update, { params: { id }, body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(tags.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
};
