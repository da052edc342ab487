import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { geo } from "@/lib/contracts/geo";

const geoKeys = { all: ["geo"] as const };

/** Borders do not move while a page is open. */
const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export const geoQueries = {
  map: () =>
    queryOptions({
      queryKey: [...geoKeys.all, "map"],
      queryFn: ({ signal }) => call(geo.map, {}, { signal }),
      ...forGood,
    }),
  states: () =>
    queryOptions({
      queryKey: [...geoKeys.all, "states"],
      queryFn: ({ signal }) => call(geo.states, {}, { signal }),
      ...forGood,
    }),
  municipalities: (uf: string) =>
    queryOptions({
      queryKey: [...geoKeys.all, "municipalities", uf],
      queryFn: ({ signal }) => call(geo.municipalities, { params: { uf } }, { signal }),
      enabled: uf !== "",
      ...forGood,
    }),
};

export const geoMutations = {
  geocode: () =>
    mutationOptions({
      mutationFn: (address: string) => call(geo.geocode, { body: { address } }),
    }),
};
