import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type NewRadar, type RadarChanges, radars } from "@/lib/contracts/radar/radars";
import type { RadarChange } from "@/lib/domain/radar/radar";

interface FindingsPage {
  page: number;
  per_page: number;
  change?: RadarChange;
}

export const radarQueries = {
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.radars, "list"],
      queryFn: ({ signal }) => call(radars.list, {}, { signal }),
      select: (answer) => answer.radars,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.radars, "one", id],
      queryFn: ({ signal }) => call(radars.get, { params: { id } }, { signal }),
      select: ({ radar }) => radar,
    }),
  findings: (id: number, query: FindingsPage) =>
    queryOptions({
      queryKey: [...queryKeys.radars, "findings", id, query],
      queryFn: ({ signal }) => call(radars.findings, { params: { id }, query }, { signal }),
      placeholderData: keepPreviousData,
    }),
};

export const radarMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof NewRadar>) => call(radars.create, { body }),
      meta: { failure: null },
      onSuccess: () => refresh(client, true),
    }),
  update: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof RadarChanges>) =>
        call(radars.update, { params: { id }, body }),
      onSuccess: () => refresh(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(radars.remove, { params: { id } }),
      onSettled: () => refresh(client),
    }),
  run: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(radars.run, { params: { id } }),
      onSettled: () => refresh(client),
    }),
  see: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: (up_to: number) => call(radars.see, { params: { id }, body: { up_to } }),
      // The marks stay, and are taken away when the radar is next left.
      meta: { failure: null },
      onSuccess: () => refresh(client),
    }),
};

function refresh(client: QueryClient, withLists = false) {
  const trunks = [queryKeys.radars, queryKeys.today, ...(withLists ? [queryKeys.lists] : [])];
  return Promise.all(trunks.map((queryKey) => client.invalidateQueries({ queryKey })));
}
