import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { renameStoredUser } from "@/lib/api/session-store";
import { accountActions } from "@/lib/contracts/accounts/account-actions";
import { type PasswordChange, type ProfileChange, users } from "@/lib/contracts/accounts/users";
import { sessions } from "@/lib/contracts/platform/sessions";

export const userQueries = {
  me: () =>
    queryOptions({
      queryKey: [...queryKeys.users, "me"],
      queryFn: ({ signal }) => call(users.me, {}, { signal }),
      select: ({ user }) => user,
      staleTime: 5 * 60_000,
    }),
  fields: () =>
    queryOptions({
      queryKey: [...queryKeys.users, "fields"],
      queryFn: ({ signal }) => call(users.fields, {}, { signal }),
      select: ({ fields }) => fields.updatable_fields,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  actions: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.users, "actions", page],
      queryFn: ({ signal }) => call(accountActions.list, { query: { page } }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  sessions: () =>
    queryOptions({
      queryKey: [...queryKeys.users, "sessions"],
      queryFn: ({ signal }) => call(sessions.list, {}, { signal }),
      select: (answer) => answer.sessions,
    }),
};

export const userMutations = {
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: ProfileChange) => call(users.update, { body }),
      onSuccess: (answer) => {
        client.setQueryData(userQueries.me().queryKey, answer);
        renameStoredUser(answer.user.name);
      },
    }),
  changePassword: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof PasswordChange>) => call(users.changePassword, { body }),
      onSuccess: () => client.invalidateQueries({ queryKey: userQueries.sessions().queryKey }),
    }),
  endSession: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: string) => call(sessions.end, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: userQueries.sessions().queryKey }),
    }),
};
