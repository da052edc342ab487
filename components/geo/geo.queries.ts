import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { geo } from "@/lib/contracts/geo";

const geoKeys = { all: ["geo"] as const };

/** Borders do not move while a page is open. */
const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

export const geoQueries = {
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
