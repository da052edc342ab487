import { team } from "@/lib/contracts/accounts/team";
import { invite, listInvitations } from "@/server/accounts/team/invitations.service";
import { route } from "@/server/platform/http/route";

export const GET = route(team.invitations, ({ actor }) => listInvitations(actor));
export const POST = route(team.invite, ({ actor, body }) => invite(actor, body));
