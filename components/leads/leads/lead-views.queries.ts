import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { leadViews, type NewLeadView } from "@/lib/contracts/leads/lead-views";

export function leadViewsQuery() {
  return queryOptions({
    queryKey: queryKeys.leadViews,
    queryFn: async ({ signal }) => (await call(leadViews.list, {}, { signal })).lead_views,
  });
}

export const leadViewMutations = {
  /** Creates one without an id, changes the one with it. */
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, view }: { id: number | null; view: NewLeadView }) =>
        id === null
          ? call(leadViews.create, { body: view })
          : call(leadViews.update, { params: { id }, body: view }),
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.leadViews }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(leadViews.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leadViews }),
    }),
};
