import { activities } from "@/lib/contracts/campaigns/activities";
import { listRecipients } from "@/server/campaigns/campaign-results/recipients.service";
import { route } from "@/server/platform/http/route";

export const GET = route(activities.recipients, ({ actor, params, query }) =>
  listRecipients(actor, params.id, query),
);
