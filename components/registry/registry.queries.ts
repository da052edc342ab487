import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { leads } from "@/lib/contracts/leads/leads";
import { companies } from "@/lib/contracts/registry/companies";
import {
  type RegistryFilter,
  type RegistrySave,
  registry,
} from "@/lib/contracts/registry/registry";

/** A search as texts, before parsing. */
export type RegistryFilterTexts = z.input<typeof RegistryFilter>;

export interface RegistryPage {
  page: number;
  per_page: number;
  after?: string;
}

export const registryQueries = {
  search: (filter: RegistryFilterTexts, page: RegistryPage) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "search", filter, page],
      queryFn: ({ signal }) => call(registry.search, { query: { ...filter, ...page } }, { signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  counts: (filter: RegistryFilterTexts) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "counts", filter],
      queryFn: ({ signal }) => call(registry.counts, { query: filter }, { signal }),
      retry: false,
    }),
  activities: (search: string) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "activities", search],
      queryFn: ({ signal }) => call(registry.activities, { query: { search } }, { signal }),
      select: ({ activities }) => activities,
      placeholderData: keepPreviousData,
    }),
};

interface LeadOfCompany {
  leadId: number;
  /** Null takes the lead's CNPJ away again. */
  cnpj: string | null;
}

const refreshLinked = (client: QueryClient) =>
  Promise.all(
    [queryKeys.registry, queryKeys.leads].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

export const registryMutations = {
  linkLead: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ leadId, cnpj }: LeadOfCompany) =>
        call(leads.update, { params: { id: leadId }, body: { cnpj } }),
      onSettled: () => refreshLinked(client),
    }),
  denyCompany: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ leadId, cnpj }: { leadId: number; cnpj: string }) =>
        call(companies.deny, { params: { id: leadId }, body: { cnpj } }),
      onSettled: () => refreshLinked(client),
    }),
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof RegistrySave>) => call(registry.save, { body }),
      meta: { failure: null },
      onSuccess: () =>
        Promise.all(
          [queryKeys.searches, queryKeys.lists, queryKeys.credits].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        ),
    }),
};
