import { activities } from "@/lib/contracts/campaigns/activities";
import { getActivity, removeActivity } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const GET = route(activities.get, ({ actor, params }) => getActivity(actor, params.id));
export const DELETE = route(activities.remove, ({ actor, params }) =>
  removeActivity(actor, params.id),
);
