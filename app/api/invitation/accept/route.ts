import { team } from "@/lib/contracts/accounts/team";
import { join } from "@/server/accounts/team/invitations.service";
import { route } from "@/server/platform/http/route";

export const POST = route(team.join, ({ body }) => join(body));
