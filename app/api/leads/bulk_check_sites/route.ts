import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { requestSiteChecks } from "@/server/discovery/site-checks/site-checks.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadBulk.checkSites, ({ actor, body }) => requestSiteChecks(actor, body));
