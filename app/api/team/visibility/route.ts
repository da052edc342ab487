import { team } from "@/lib/contracts/accounts/team";
import { setVisibility } from "@/server/accounts/team/team.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(team.setVisibility, ({ actor, body }) => setVisibility(actor, body));
