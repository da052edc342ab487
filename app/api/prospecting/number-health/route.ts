import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { getNumberHealth } from "@/server/campaigns/campaigns/gates/number-health.service";
import { route } from "@/server/platform/http/route";

export const GET = route(campaigns.numberHealth, ({ actor }) => getNumberHealth(actor));
