import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { draftCampaign } from "@/server/messaging/suggestions/campaign-drafts.service";
import { route } from "@/server/platform/http/route";

export const POST = route(suggestions.writeCampaign, ({ actor, body, request }) =>
  draftCampaign(actor, body, request.signal),
);
