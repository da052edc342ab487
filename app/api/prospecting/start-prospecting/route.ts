import { campaigns } from "@/lib/contracts/campaigns";
import { startProspecting } from "@/server/campaigns/campaigns.service";
import { route } from "@/server/http/route";

export const POST = route(campaigns.start, ({ actor, body }) => startProspecting(actor, body));
