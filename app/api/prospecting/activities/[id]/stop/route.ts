import { campaigns } from "@/lib/contracts/campaigns";
import { stopActivity } from "@/server/campaigns/campaigns.service";
import { route } from "@/server/http/route";

export const POST = route(campaigns.stop, ({ actor, params }) => stopActivity(actor, params.id));
