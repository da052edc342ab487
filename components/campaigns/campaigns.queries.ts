import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/query-keys";
import { call } from "@/lib/api/client";
import { type Activity, campaigns, type StartProspecting } from "@/lib/contracts/campaigns";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";

/** Polling interval, a fallback for when the event stream is down. */
const RUNNING_REFETCH_MS = 10_000;

export const campaignQueries = {
  activities: () =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "activities"],
      queryFn: ({ signal }) => call(campaigns.activities, {}, { signal }),
      select: (answer) => answer.activities,
      refetchInterval: ({ state }) =>
        state.data?.activities.some(({ status }) => canStopActivity(status))
          ? RUNNING_REFETCH_MS
          : false,
    }),
};

export const campaignMutations = {
  start: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: StartProspecting) => call(campaigns.start, { body }),
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.campaigns }),
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(campaigns.stop, { params: { id } }),
      onSuccess: ({ activity }) => updateCachedActivity(client, activity),
      onError: () => client.invalidateQueries({ queryKey: queryKeys.campaigns }),
    }),
};

/** Updates an activity in the cached list, or invalidates the list if it is not there. */
export function updateCachedActivity(
  client: QueryClient,
  changed: Partial<Activity> & Pick<Activity, "id">,
): void {
  const { queryKey } = campaignQueries.activities();
  const cached = client.getQueryData(queryKey)?.activities;
  if (!cached?.some(({ id }) => id === changed.id)) {
    void client.invalidateQueries({ queryKey: queryKeys.campaigns });
    return;
  }
  const activities = cached.map((each) =>
    each.id === changed.id ? { ...each, ...changed } : each,
  );
  client.setQueryData(queryKey, { activities });
}
