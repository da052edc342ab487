import { team } from "@/lib/contracts/accounts/team";
import { readInvitation } from "@/server/accounts/team/invitations.service";
import { route } from "@/server/platform/http/route";

export const POST = route(team.read, ({ body }) => readInvitation(body.token));
