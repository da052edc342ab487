import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import { refreshAndListTemplates } from "@/server/campaigns/campaigns/plan/campaign-templates.service";
import { route } from "@/server/platform/http/route";

export const POST = route(campaignTemplates.refresh, ({ actor }) => refreshAndListTemplates(actor));
