import { activities } from "@/lib/contracts/activities";
import { editActivity } from "@/server/campaigns/campaigns.service";
import { route } from "@/server/http/route";

export const PUT = route(activities.edit, ({ actor, params, body }) =>
  editActivity(actor, params.id, body),
);
