import { suggestions } from "@/lib/contracts/suggestions";
import { route } from "@/server/http/route";
import { draftCampaign } from "@/server/suggestions/campaign-drafts.service";

export const POST = route(suggestions.writeCampaign, ({ actor, body, request }) =>
  draftCampaign(actor, body.wish, request.signal),
);
