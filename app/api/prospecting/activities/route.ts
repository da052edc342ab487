import { campaigns } from "@/lib/contracts/campaigns";
import { listActivities } from "@/server/campaigns/campaigns.service";
import { route } from "@/server/http/route";

export const GET = route(campaigns.activities, ({ actor }) => listActivities(actor));
