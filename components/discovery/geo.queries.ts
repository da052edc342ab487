import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { geo } from "@/lib/contracts/discovery/geo";

/** States and municipalities do not change while a page is open. */
const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export const geoQueries = {
  map: () =>
    queryOptions({
      queryKey: [...queryKeys.geo, "map"],
      queryFn: ({ signal }) => call(geo.map, {}, { signal }),
      ...forGood,
    }),
  states: () =>
    queryOptions({
      queryKey: [...queryKeys.geo, "states"],
      queryFn: ({ signal }) => call(geo.states, {}, { signal }),
      ...forGood,
    }),
  municipalities: (uf: string) =>
    queryOptions({
      queryKey: [...queryKeys.geo, "municipalities", uf],
      queryFn: ({ signal }) => call(geo.municipalities, { params: { uf } }, { signal }),
      enabled: uf !== "",
      ...forGood,
    }),
  cities: (search: string) =>
    queryOptions({
      queryKey: [...queryKeys.geo, "cities", search],
      queryFn: ({ signal }) => call(geo.cities, { query: { search } }, { signal }),
      placeholderData: keepPreviousData,
      ...forGood,
    }),
};

export const geoMutations = {
  geocode: () =>
    mutationOptions({
      mutationFn: (address: string) => call(geo.geocode, { body: { address } }),
      meta: { failure: null },
    }),
};
