import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type TeamPerson, team } from "@/lib/contracts/accounts/team";

export function teamQuery() {
  return queryOptions({
    queryKey: [...queryKeys.users, "team"],
    queryFn: ({ signal }) => call(team.list, {}, { signal }),
    staleTime: 5 * 60_000,
  });
}

const NOBODY: TeamPerson[] = [];

/** Who works in the account; nobody while they are being loaded. Who works alone sees nothing of sellers. */
export function useTeam(): { people: readonly TeamPerson[]; isTeam: boolean } {
  const people = useQuery(teamQuery()).data?.people ?? NOBODY;
  return { people, isTeam: people.length > 1 };
}
