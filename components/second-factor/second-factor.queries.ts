import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";

interface Proof {
  current_password: string;
  code: string;
}

export const secondFactorQueries = {
  state: () =>
    queryOptions({
      queryKey: queryKeys.secondFactor,
      queryFn: ({ signal }) => call(secondFactor.get, {}, { signal }),
    }),
};

/** What it changes is shown again once it is over; a confirmation's codes stay on the screen meanwhile. */
const refresh = (client: QueryClient) => () =>
  client.invalidateQueries({ queryKey: queryKeys.secondFactor });

export const secondFactorMutations = {
  setUp: () =>
    mutationOptions({
      mutationFn: (current_password: string) =>
        call(secondFactor.setUp, { body: { current_password } }),
    }),
  confirm: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (code: string) => call(secondFactor.confirm, { body: { code } }),
      onSuccess: refresh(client),
    }),
  renewCodes: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: Proof) => call(secondFactor.renewCodes, { body }),
      onSuccess: refresh(client),
    }),
  disable: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: Proof) => call(secondFactor.disable, { body }),
      onSuccess: refresh(client),
    }),
};
