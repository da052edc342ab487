import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { companies } from "@/lib/contracts/registry/companies";
import { registry } from "@/lib/contracts/registry/registry";
import { toRegistryFilter } from "@/lib/domain/registry/search-texts";
import type { QuestionTexts } from "./similar-question";

/** Leads by their ids, those that a filter matches, or those of a list. */
export type SimilarTo = z.input<typeof companies.similar.body>;

export const similarQueries = {
  to: (body: SimilarTo) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "similar", body],
      queryFn: ({ signal }) => call(companies.similar, { body }, { signal }),
      // The same answer as long as the dialog is open, and a new one when it is opened again: leads change.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  /** How many companies a search finds. */
  counts: (query: QuestionTexts) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "counts", query],
      queryFn: ({ signal }) =>
        call(registry.counts, { query: toRegistryFilter(query) }, { signal }),
      retry: false,
    }),
};
