import { activities } from "@/lib/contracts/campaigns/activities";
import { cancelActivity } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.cancel, ({ actor, params }) =>
  cancelActivity(actor, params.id),
);
