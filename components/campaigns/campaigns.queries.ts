import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { type Activity, campaigns, type StartProspecting } from "@/lib/contracts/campaigns";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";

/** The stream tells the progress; this is for when it cannot. */
const RUNNING_REFETCH_MS = 10_000;

export const campaignKeys = { all: ["campaigns"] as const };

export const campaignQueries = {
  activities: () =>
    queryOptions({
      queryKey: [...campaignKeys.all, "activities"],
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
      onSuccess: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(campaigns.stop, { params: { id } }),
      onSuccess: ({ activity }) => patchActivity(client, activity),
      onError: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
    }),
};

/** Writes what changed of one activity into the cached list, or asks for the list anew where it is not in it. */
export function patchActivity(
  client: QueryClient,
  changed: Partial<Activity> & Pick<Activity, "id">,
): void {
  const { queryKey } = campaignQueries.activities();
  const cached = client.getQueryData(queryKey)?.activities;
  if (!cached?.some(({ id }) => id === changed.id)) {
    void client.invalidateQueries({ queryKey: campaignKeys.all });
    return;
  }
  const activities = cached.map((each) =>
    each.id === changed.id ? { ...each, ...changed } : each,
  );
  client.setQueryData(queryKey, { activities });
}
