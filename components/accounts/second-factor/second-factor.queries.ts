import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { sessionProof } from "@/lib/contracts/accounts/session-proof";

export const secondFactorQueries = {
  state: () =>
    queryOptions({
      queryKey: queryKeys.secondFactor,
      queryFn: ({ signal }) => call(secondFactor.get, {}, { signal }),
    }),
};

/** The changed state is shown again once the mutation is over; the codes of a confirmation stay visible meanwhile. */
const refresh = (client: QueryClient) => () =>
  client.invalidateQueries({ queryKey: queryKeys.secondFactor });

export const secondFactorMutations = {
  proveSession: () =>
    mutationOptions({
      mutationFn: (body: AccountProof) => call(sessionProof.give, { body }),
    }),
  setUp: () =>
    mutationOptions({
      mutationFn: (body: AccountProof) => call(secondFactor.setUp, { body }),
    }),
  confirm: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (code: string) => call(secondFactor.confirm, { body: { code } }),
      onSuccess: refresh(client),
    }),
  renewCodes: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: AccountProof) => call(secondFactor.renewCodes, { body }),
      onSuccess: refresh(client),
    }),
  disable: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: AccountProof) => call(secondFactor.disable, { body }),
      onSuccess: refresh(client),
    }),
};
