import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { callOnce } from "@/lib/api/until-answered";
import {
  type Activity,
  type ActivityProgress,
  activities,
} from "@/lib/contracts/campaigns/activities";
import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import {
  campaigns,
  type StartProspecting,
  type TestMessage,
} from "@/lib/contracts/campaigns/campaigns";
import { steps } from "@/lib/contracts/campaigns/steps";
import { canStopActivity, deriveActivityStatus } from "@/lib/domain/campaigns/campaign";

/** Polling interval, a fallback for when the event stream is down. */
const RUNNING_REFETCH_MS = 10_000;

/** Meta may never report the price of a message: the report stops asking after five minutes. */
const MOST_PRICE_ASKS = 60;
const PRICE_REFETCH_MS = 5_000;
/** Meta reviews a template for minutes. */
const TEMPLATES_MS = 60_000;

type StepDatesBody = z.input<typeof steps.dates.body>;

const activityKey = (id: number) => [...queryKeys.campaigns, "activity", id];
const reportKey = (id: number) => [...queryKeys.campaigns, "report", id];
const healthKey = [...queryKeys.campaigns, "number-health"];

export const campaignQueries = {
  activities: () =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "activities"],
      queryFn: async ({ signal }) => {
        const { next, ...answer } = await call(activities.list, { query: {} }, { signal });
        return { activities: answer.activities.map(withStatus), next: next ?? null };
      },
      select: (answer) => answer.activities,
      refetchInterval: ({ state }) =>
        state.data?.activities.some(({ status }) => canStopActivity(status))
          ? RUNNING_REFETCH_MS
          : false,
    }),
  /** Campaigns made before one; what is under way or planned is in the list of all. */
  earlier: (before: number) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.campaigns, "earlier", before],
      queryFn: async ({ pageParam, signal }) => {
        const query = { before: pageParam };
        const { next, ...answer } = await call(activities.list, { query }, { signal });
        return { activities: answer.activities.map(withStatus), next };
      },
      initialPageParam: before,
      getNextPageParam: ({ next }) => next,
    }),
  /** A campaign with its runs. */
  activity: (id: number) =>
    queryOptions({
      queryKey: activityKey(id),
      queryFn: async ({ signal }) => {
        const { activity, ...rest } = await call(activities.get, { params: { id } }, { signal });
        return { ...rest, activity: withStatus(activity) };
      },
      refetchInterval: ({ state }) =>
        state.data && canStopActivity(state.data.activity.status) ? RUNNING_REFETCH_MS : false,
    }),
  results: (id: number, query: z.input<typeof activities.results.query>, byTemplate = false) =>
    queryOptions({
      queryKey: [...reportKey(id), "results", query],
      queryFn: ({ signal }) => call(activities.results, { params: { id }, query }, { signal }),
      placeholderData: keepPreviousData,
      // Prices come with the receipts, for which there is no live event: the report is read again until they are complete.
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data &&
        byTemplate &&
        (data.cost?.told ?? 0) < data.summary.sent &&
        dataUpdateCount < MOST_PRICE_ASKS
          ? PRICE_REFETCH_MS
          : false,
    }),
  recipients: (id: number, query: z.input<typeof activities.recipients.query>) =>
    queryOptions({
      queryKey: [...reportKey(id), "recipients", query],
      queryFn: ({ signal }) => call(activities.recipients, { params: { id }, query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  audience: (body: z.input<typeof campaigns.audience.body>) =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "audience", body],
      queryFn: ({ signal }) => call(campaigns.audience, { body }, { signal }),
    }),
  people: (body: z.input<typeof campaigns.people.body>) =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "people", body],
      queryFn: ({ signal }) => call(campaigns.people, { body }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** The server asks Meta each time, and returns the last known templates when Meta does not respond. */
  templates: () =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "templates"],
      queryFn: async ({ signal }) => {
        try {
          return (await call(campaignTemplates.refresh, {}, { signal })).templates;
        } catch (error) {
          const { templates } = await call(campaignTemplates.list, {}, { signal });
          if (templates.length === 0) throw error;
          return templates;
        }
      },
      staleTime: TEMPLATES_MS,
    }),
  price: (body: z.input<typeof campaignTemplates.price.body>) =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "price", body],
      queryFn: ({ signal }) => call(campaignTemplates.price, { body }, { signal }),
    }),
  /** The later steps of a campaign, with how many people wait for each. */
  steps: (id: number) =>
    queryOptions({
      queryKey: [...reportKey(id), "steps"],
      queryFn: ({ signal }) => call(steps.list, { params: { id } }, { signal }),
    }),
  /** `asked`: the body as text, which changes with each letter that matters. */
  stepDates: (asked: string) =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "step-dates", asked],
      queryFn: ({ signal }) =>
        call(steps.dates, { body: JSON.parse(asked) as StepDatesBody }, { signal }),
    }),
  daysOff: () =>
    queryOptions({
      queryKey: [...queryKeys.campaigns, "days-off"],
      queryFn: ({ signal }) => call(steps.daysOff, {}, { signal }),
    }),
  numberHealth: () =>
    queryOptions({
      queryKey: healthKey,
      queryFn: ({ signal }) => call(campaigns.numberHealth, {}, { signal }),
    }),
};

/** A server may leave the status out (see readAnswer). */
function withStatus(activity: Activity): Activity {
  const given = activity.status as Activity["status"] | undefined;
  return { ...activity, status: given ?? deriveActivityStatus(activity, new Date()) };
}

export const campaignMutations = {
  start: (client: QueryClient) =>
    mutationOptions({
      /** `key`: repeated requests with it create only one campaign. */
      mutationFn: ({ key, body }: { key: string; body: StartProspecting }) =>
        call(campaigns.start, { body }, { idempotencyKey: key }),
      onSettled: () => refreshCampaigns(client),
    }),
  edit: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, body }: { id: number; body: StartProspecting }) =>
        call(activities.edit, { params: { id }, body }),
      onSettled: () => refreshCampaigns(client),
    }),
  sendTest: () =>
    mutationOptions({
      mutationFn: (body: z.input<typeof TestMessage>) => call(campaigns.testMessage, { body }),
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(activities.stop, { params: { id } }),
      meta: { failure: () => "Erro ao parar atividade" },
      onMutate: (id) => patchActivity(client, { id, stopping: true }),
      onSettled: () => refreshCampaigns(client),
    }),
  undoStart: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(activities.undoStart, { params: { id } }),
      // The campaign's page, still open for a moment, would read again what no longer exists.
      onSettled: () =>
        client.invalidateQueries({ queryKey: queryKeys.campaigns, refetchType: "none" }),
    }),
  pause: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(activities.pause, { params: { id } }),
      onSettled: () => refreshCampaigns(client),
    }),
  resume: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(activities.resume, { params: { id } }),
      onSettled: () => refreshCampaigns(client),
    }),
  cancel: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(activities.cancel, { params: { id } }),
      meta: { failure: () => "Erro ao cancelar agendamento" },
      onSettled: () => refreshCampaigns(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(activities.remove, { params: { id } }),
      meta: { failure: () => "Erro ao excluir atividade" },
      onSettled: () => refreshCampaigns(client),
    }),
  retryFailed: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => callOnce(activities.retryFailed, { params: { id } }),
      onSettled: () => refreshCampaigns(client),
    }),
  changeSteps: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof steps.replace.body>) =>
        call(steps.replace, { params: { id }, body }),
      onSettled: () => refreshCampaigns(client),
    }),
  continueSequence: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (recipientId: number) => call(steps.goOn, { params: { id: recipientId } }),
      onSettled: () => refreshCampaigns(client),
    }),
  endSequence: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (recipientId: number) => call(steps.end, { params: { id: recipientId } }),
      onSettled: () => refreshCampaigns(client),
    }),
  setDaysOff: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (days: z.input<typeof steps.setDaysOff.body>["days"]) =>
        call(steps.setDaysOff, { body: { days } }),
      onSettled: () => refreshCampaigns(client),
    }),
  resend: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (recipientId: number) =>
        callOnce(activities.resend, { params: { id: recipientId } }),
      onSettled: () => refreshCampaigns(client),
    }),
};

/** Updates a campaign in the caches and refreshes what is counted from its messages. */
export function updateCachedActivity(client: QueryClient, progress: ActivityProgress): void {
  const before = client.getQueryData(campaignQueries.activity(progress.id).queryKey)?.activity;
  const known = patchActivity(client, progress);
  if (!known) {
    void client.invalidateQueries({ queryKey: campaignQueries.activities().queryKey });
  }
  // A new status may be that of a new run.
  if (before && before.status !== progress.status) {
    void client.invalidateQueries({ queryKey: activityKey(progress.id) });
  }
  void client.invalidateQueries({ queryKey: reportKey(progress.id) });
  void client.invalidateQueries({ queryKey: healthKey });
}

/** Returns false if the campaign is missing in the cached list. */
function patchActivity(
  client: QueryClient,
  changed: Partial<Activity> & Pick<Activity, "id">,
): boolean {
  const { queryKey: oneKey } = campaignQueries.activity(changed.id);
  const one = client.getQueryData(oneKey);
  if (one) {
    client.setQueryData(oneKey, { ...one, activity: { ...one.activity, ...changed } });
  }
  const { queryKey } = campaignQueries.activities();
  const page = client.getQueryData(queryKey);
  if (!page) return true;
  client.setQueryData(queryKey, {
    ...page,
    activities: page.activities.map((each) =>
      each.id === changed.id ? { ...each, ...changed } : each,
    ),
  });
  return page.activities.some(({ id }) => id === changed.id);
}

function refreshCampaigns(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: queryKeys.campaigns });
}
