import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import { estimatePrice } from "@/server/campaigns/campaigns/plan/price-estimate.service";
import { route } from "@/server/platform/http/route";

export const POST = route(campaignTemplates.price, ({ actor, body }) => estimatePrice(actor, body));
