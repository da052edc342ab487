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
import { firstContact } from "@/lib/contracts/campaigns/first-contact";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import type { LeadChange, LeadForm } from "@/lib/contracts/leads/lead-form";
import { type LeadHistoryGroup, leadHistory } from "@/lib/contracts/leads/lead-history";
import { type LeadQuery, type ListedLead, leads } from "@/lib/contracts/leads/leads";
import type { GivenOwnValues } from "@/lib/contracts/leads/own-fields";
import { toStageChange } from "./stage-choice";

export const leadQueries = {
  list: (query: z.input<typeof LeadQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "list", query],
      queryFn: ({ signal }) => call(leads.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  stats: () =>
    queryOptions({
      queryKey: [...queryKeys.leads, "stats"],
      queryFn: ({ signal }) => call(leads.stats, {}, { signal }),
      select: ({ statistics }) => statistics,
    }),
  cities: () =>
    queryOptions({
      queryKey: [...queryKeys.leads, "cities"],
      queryFn: ({ signal }) => call(leads.cities, {}, { signal }),
      select: ({ cities }) => cities,
    }),
  details: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "details", id],
      queryFn: ({ signal }) => call(leads.get, { params: { id } }, { signal }),
      select: ({ lead }) => lead,
    }),
  /** Changes only with the first message, which changes the lead, too. */
  firstContact: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "first-contact", id],
      queryFn: ({ signal }) => call(firstContact.get, { params: { id } }, { signal }),
    }),
  /** The deletions that can still be undone, newest first. */
  deletions: () =>
    queryOptions({
      queryKey: [...queryKeys.leads, "deletions"],
      queryFn: ({ signal }) => call(leads.deletions, {}, { signal }),
      select: ({ deletions }) => deletions,
      // They end by themselves.
      refetchInterval: ({ state }) => (state.data?.deletions.length ? 30_000 : false),
    }),
  /** The values that the company registry would fill in, right now. */
  completion: (body: SelectedLeads) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "completion", body],
      queryFn: ({ signal }) => call(leadBulk.previewCompletion, { body }, { signal }),
      select: ({ completion }) => completion,
      staleTime: 0,
      gcTime: 0,
    }),
  history: (id: number, show: LeadHistoryGroup | null) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.leads, "history", id, show],
      queryFn: ({ pageParam, signal }) => {
        const query = {
          per_page: 50,
          ...(show && { show }),
          ...(pageParam && { after: pageParam }),
        };
        return call(leadHistory.list, { params: { id }, query }, { signal });
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
};

type SavedLead = (
  | { id: undefined; values: LeadForm }
  /** Those that were changed. */
  | { id: number; values: Partial<LeadForm> }
) & {
  /** Of the account's own fields, those that were changed. */
  own: GivenOwnValues;
};

interface LeadEdit {
  id: number;
  change: z.input<typeof LeadChange>;
  shown?: Partial<ListedLead>;
}

export type SelectedLeads = z.input<(typeof leadBulk.remove)["body"]>;
type AddToList = z.input<(typeof leadBulk.addToList)["body"]>;
type SetStatus = z.input<(typeof leadBulk.setStatus)["body"]>;

export const leadMutations = {
  /** Creates the lead, or updates it when `id` is given. */
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ id, values, own }: SavedLead) => {
        if (id === undefined) {
          const { status, ...fields } = values;
          await call(leads.create, { body: { ...fields, ...toStageChange(status), own } });
          return;
        }
        const { status, ...fields } = values;
        const body = { ...fields, ...(status !== undefined && toStageChange(status)), own };
        await call(leads.update, { params: { id }, body });
      },
      onSettled: (_saved, error) => refreshUnlessFailed(client, error, queryKeys.leads),
    }),
  /** Creates a lead from known values. */
  add: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<(typeof leads.create)["body"]>) => call(leads.create, { body }),
      onSettled: (_added, error) => refreshUnlessFailed(client, error, queryKeys.leads),
    }),
  /** `shown` is how tables show the change until the server has answered. */
  change: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, change }: LeadEdit) =>
        call(leads.update, { params: { id }, body: change }),
      onMutate: ({ id, shown }) => {
        client.setQueriesData<z.output<typeof leads.list.response>>(
          { queryKey: [...queryKeys.leads, "list"] },
          (page) =>
            page && {
              ...page,
              leads: page.leads.map((lead) => (lead.id === id ? { ...lead, ...shown } : lead)),
            },
        );
      },
      // Also after a failure: the shown change was then not made.
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(leads.remove, { params: { id } }),
      onSettled: (_removed, error) => refreshUnlessFailed(client, error, queryKeys.leads),
    }),
  removeSelected: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: SelectedLeads) => call(leadBulk.remove, { body }),
      onSettled: (_removed, error) => refreshUnlessFailed(client, error, queryKeys.leads),
    }),
  /** Undoes a deletion. */
  restore: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(leads.restore, { params: { id } }),
      onSettled: () =>
        Promise.all(
          [queryKeys.leads, queryKeys.lists].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        ),
    }),
  setStatusOfSelected: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: SetStatus) => call(leadBulk.setStatus, { body }),
      onSettled: (_updated, error) =>
        refreshUnlessFailed(client, error, queryKeys.leads, queryKeys.today),
    }),
  complete: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: SelectedLeads) => call(leadBulk.complete, { body }),
      onSettled: (_completed, error) => refreshUnlessFailed(client, error, queryKeys.leads),
    }),
  checkSites: () =>
    mutationOptions({
      mutationFn: (body: SelectedLeads) => call(leadBulk.checkSites, { body }),
    }),
  addSelectedToList: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: AddToList) => call(leadBulk.addToList, { body }),
      onSettled: (_added, error) =>
        refreshUnlessFailed(client, error, queryKeys.leads, queryKeys.lists),
    }),
};

/** In `onSettled`, so that a screen's own `onSuccess` runs before the refetch: it must clear the selection first. */
async function refreshUnlessFailed(
  client: QueryClient,
  error: Error | null,
  ...keys: (readonly string[])[]
): Promise<void> {
  if (error) return;
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
