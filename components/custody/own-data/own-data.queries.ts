import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { accountDeletion, type DeletionRequest } from "@/lib/contracts/custody/account-deletion";
import { accountExports } from "@/lib/contracts/custody/account-exports";

const PROGRESS_MS = 1_500;

export const ownDataQueries = {
  /** Requested again while an archive is being made. */
  exports: () =>
    queryOptions({
      queryKey: [...queryKeys.ownData, "exports"],
      queryFn: ({ signal }) => call(accountExports.list, {}, { signal }),
      refetchInterval: ({ state }) =>
        state.data?.exports.some(({ status }) => status === "processing") ? PROGRESS_MS : false,
      staleTime: 0,
    }),
  deletion: () =>
    queryOptions({
      queryKey: [...queryKeys.ownData, "deletion"],
      queryFn: ({ signal }) => call(accountDeletion.get, {}, { signal }),
      staleTime: 0,
    }),
};

const refresh = (client: QueryClient) => () =>
  client.invalidateQueries({ queryKey: queryKeys.ownData });

export const ownDataMutations = {
  requestExport: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: AccountProof) => call(accountExports.create, { body }),
      onSuccess: refresh(client),
    }),
  requestDeletion: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: DeletionRequest) => call(accountDeletion.request, { body }),
      onSuccess: refresh(client),
    }),
  /** Fetches everything again: paused campaigns and missed messages are shown on many screens. */
  cancelDeletion: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(accountDeletion.cancel, {}),
      onSuccess: () => {
        client.setQueryData(
          ownDataQueries.deletion().queryKey,
          (known) => known && { ...known, deletion: null },
        );
        return client.invalidateQueries();
      },
    }),
};
