import { team } from "@/lib/contracts/accounts/team";
import { listTeam } from "@/server/accounts/team/team.service";
import { route } from "@/server/platform/http/route";

export const GET = route(team.list, ({ actor }) => listTeam(actor));
