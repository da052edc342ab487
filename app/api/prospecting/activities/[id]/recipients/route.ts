import { activities } from "@/lib/contracts/activities";
import { listRecipients } from "@/server/campaign-results/recipients.service";
import { route } from "@/server/http/route";

export const GET = route(activities.recipients, ({ actor, params, query }) =>
  listRecipients(actor, params.id, query),
);
