import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { identities } from "@/lib/contracts/accounts/identities";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";

export type Proven = AccountProof & { provider: SignInProvider };

export const signInWaysQuery = () =>
  queryOptions({
    queryKey: queryKeys.signInWays,
    queryFn: ({ signal }) => call(identities.list, {}, { signal }),
    select: ({ ways }) => ways,
  });

/** Refreshes the changed ways, after success and failure. */
const refresh = (client: QueryClient) => () =>
  client.invalidateQueries({ queryKey: queryKeys.signInWays });

export const signInWayMutations = {
  link: () => mutationOptions({ mutationFn: (body: Proven) => call(identities.link, { body }) }),
  unlink: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: Proven) => call(identities.unlink, { body }),
      onSettled: refresh(client),
    }),
  require: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: Proven & { required: boolean }) => call(identities.require, { body }),
      onSettled: refresh(client),
    }),
};
