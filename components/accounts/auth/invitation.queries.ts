import { call } from "@/lib/api/client";
import { type Joining, team } from "@/lib/contracts/accounts/team";

/** Plain calls, as in auth.queries.ts, which the login page loads: it has no use for these. */
export const invitationCalls = {
  read: (token: string) => call(team.read, { body: { token } }),
  join: (body: Joining) => call(team.join, { body }),
};
