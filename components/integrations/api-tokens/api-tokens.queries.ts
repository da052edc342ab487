import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { apiTokens, type NewApiToken } from "@/lib/contracts/platform/api-tokens";

export function apiTokensQuery() {
  return queryOptions({
    queryKey: queryKeys.apiTokens,
    queryFn: async ({ signal }) => (await call(apiTokens.list, {}, { signal })).api_tokens,
  });
}

export const apiTokenMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: NewApiToken) => call(apiTokens.create, { body }),
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiTokens }),
      // The answer contains the token.
      gcTime: 0,
    }),
  revoke: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(apiTokens.revoke, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.apiTokens }),
    }),
};
