import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { users } from "@/lib/contracts/users";

const userKeys = { all: ["users"] as const };

export const userQueries = {
  me: () =>
    queryOptions({
      queryKey: [...userKeys.all, "me"],
      queryFn: ({ signal }) => call(users.me, {}, { signal }),
      select: ({ user }) => user,
      staleTime: 5 * 60_000,
    }),
};
