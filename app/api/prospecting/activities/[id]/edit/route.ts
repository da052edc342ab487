import { activities } from "@/lib/contracts/campaigns/activities";
import { editActivity } from "@/server/campaigns/campaigns/plan/campaigns.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(activities.edit, ({ actor, params, body }) =>
  editActivity(actor, params.id, body),
);
