import { activities } from "@/lib/contracts/activities";
import { cancelActivity } from "@/server/campaigns/activities.service";
import { route } from "@/server/http/route";

export const POST = route(activities.cancel, ({ actor, params }) =>
  cancelActivity(actor, params.id),
);
