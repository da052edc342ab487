import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { companies } from "@/lib/contracts/registry/companies";
import { registry } from "@/lib/contracts/registry/registry";

export const companyQueries = {
  details: (cnpj: string) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "company", cnpj],
      queryFn: ({ signal }) => call(registry.get, { params: { cnpj } }, { signal }),
      select: ({ company }) => company,
      retry: false,
    }),
  establishments: (cnpj: string) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.registry, "establishments", cnpj],
      queryFn: ({ pageParam, signal }) => {
        const query = pageParam ? { after: pageParam } : {};
        return call(companies.establishments, { params: { cnpj }, query }, { signal });
      },
      initialPageParam: "",
      getNextPageParam: ({ next }) => next,
    }),
  partners: (cnpj: string) =>
    queryOptions({
      queryKey: [...queryKeys.registry, "partners", cnpj],
      queryFn: ({ signal }) => call(companies.partners, { params: { cnpj } }, { signal }),
    }),
};
