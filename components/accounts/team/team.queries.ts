import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { handovers } from "@/lib/contracts/accounts/handovers";
import { type NewInvitation, type PersonChange, team } from "@/lib/contracts/accounts/team";
import { turns } from "@/lib/contracts/messaging/turns";
import type { Visibility } from "@/lib/domain/accounts/visibility";

export function invitationsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.team, "invitations"],
    queryFn: async ({ signal }) => (await call(team.invitations, {}, { signal })).invitations,
  });
}

export function turnsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.team, "turns"],
    queryFn: async ({ signal }) => (await call(turns.list, {}, { signal })).turns,
  });
}

export const turnMutations = {
  set: (client: QueryClient) =>
    mutationOptions({
      // Two choices in a row are stored in their order.
      scope: { id: "set-turn" },
      mutationFn: ({ id, most_waiting }: { id: number; most_waiting: number | null }) =>
        call(turns.set, { params: { id }, body: { most_waiting } }),
      onSettled: () => client.invalidateQueries({ queryKey: turnsQuery().queryKey }),
    }),
};

export const handoverQueries = {
  belongings: (id: number) =>
    queryOptions({
      queryKey: [...queryKeys.team, "belongings", id],
      queryFn: async ({ signal }) =>
        (await call(handovers.belongings, { params: { id } }, { signal })).belongings,
    }),
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.team, "handovers"],
      queryFn: async ({ signal }) => (await call(handovers.list, {}, { signal })).handovers,
    }),
};

export const handoverMutations = {
  make: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, to_ids }: { id: number; to_ids: number[] }) =>
        call(handovers.make, { params: { id }, body: { to_ids } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.team }),
    }),
  undo: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(handovers.undo, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.team }),
    }),
};

export const teamMutations = {
  change: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, body }: { id: number; body: PersonChange }) =>
        call(team.change, { params: { id }, body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.team }),
    }),
  setVisibility: (client: QueryClient) =>
    mutationOptions({
      // Two choices in a row are stored in their order.
      scope: { id: "set-visibility" },
      mutationFn: (visibility: Visibility) => call(team.setVisibility, { body: { visibility } }),
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
