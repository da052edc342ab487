import { team } from "@/lib/contracts/accounts/team";
import { revokeInvitation } from "@/server/accounts/team/invitations.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(team.revoke, ({ actor, params }) => revokeInvitation(actor, params.id));
