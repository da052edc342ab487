import { campaigns } from "@/lib/contracts/campaigns";
import { getNumberHealth } from "@/server/campaigns/number-health.service";
import { route } from "@/server/http/route";

export const GET = route(campaigns.numberHealth, ({ actor }) => getNumberHealth(actor));
