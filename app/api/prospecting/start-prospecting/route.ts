import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { startProspecting } from "@/server/campaigns/campaigns/plan/campaigns.service";
import { route } from "@/server/platform/http/route";

export const POST = route(campaigns.start, ({ actor, body }) => startProspecting(actor, body));
