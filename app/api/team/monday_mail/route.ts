import { teamResults } from "@/lib/contracts/insights/team-results";
import { setMondayMail } from "@/server/accounts/users/people.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(teamResults.setMail, ({ actor, body }) => setMondayMail(actor, body));
