import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import {
  type NewOwnNumber,
  type OwnNumber,
  type OwnNumberChange,
  ownNumbers,
} from "@/lib/contracts/messaging/numbers";

export function ownNumbersQuery() {
  return queryOptions({
    queryKey: [...queryKeys.whatsapp, "numbers"],
    queryFn: async ({ signal }) => (await call(ownNumbers.list, {}, { signal })).numbers,
    staleTime: 5 * 60_000,
  });
}

const NO_NUMBERS: OwnNumber[] = [];

/**
 * The account's numbers, without the removed ones. `isSeveral`: conversations are told apart by their number, which may
 * be a removed one. None while they are being loaded.
 */
export function useOwnNumbers() {
  const all = useQuery(ownNumbersQuery()).data ?? NO_NUMBERS;
  return useMemo(
    () => ({
      /** In the order in which they were added, removed ones too. */
      all,
      numbers: all.filter(({ removed_at }) => removed_at === null),
      isSeveral: all.length > 1,
      /** Removed ones too. */
      find: (id: number | null) => all.find((each) => each.id === id),
    }),
    [all],
  );
}

export const ownNumberMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof NewOwnNumber>) => call(ownNumbers.create, { body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.whatsapp }),
    }),
  change: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, change }: { id: number; change: OwnNumberChange }) =>
        call(ownNumbers.update, { params: { id }, body: change }),
      // Another default one changes the addresses of conversations.
      onSettled: () => refreshAll(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(ownNumbers.remove, { params: { id } }),
      onSettled: () => refreshAll(client),
    }),
};

function refreshAll(client: QueryClient) {
  return Promise.all(
    [queryKeys.whatsapp, queryKeys.chat].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
