import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { teamQuery } from "@/components/session/team.queries";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type NewInvitation, type PersonChange, team } from "@/lib/contracts/accounts/team";

export const teamQueries = {
  people: teamQuery,
  invitations: () =>
    queryOptions({
      queryKey: [...queryKeys.team, "invitations"],
      queryFn: async ({ signal }) => (await call(team.invitations, {}, { signal })).invitations,
    }),
};

export const teamMutations = {
  change: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, body }: { id: number; body: PersonChange }) =>
        call(team.change, { params: { id }, body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.team }),
    }),
  invite: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: NewInvitation) => call(team.invite, { body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.team }),
    }),
  revoke: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(team.revoke, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.team }),
    }),
};
