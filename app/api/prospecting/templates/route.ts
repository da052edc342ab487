import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import { listTemplates } from "@/server/campaigns/campaigns/plan/campaign-templates.service";
import { route } from "@/server/platform/http/route";

export const GET = route(campaignTemplates.list, ({ actor }) => listTemplates(actor));
