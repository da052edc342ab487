import { activities } from "@/lib/contracts/activities";
import { getActivity, removeActivity } from "@/server/campaigns/activities.service";
import { route } from "@/server/http/route";

export const GET = route(activities.get, ({ actor, params }) => getActivity(actor, params.id));
export const DELETE = route(activities.remove, ({ actor, params }) =>
  removeActivity(actor, params.id),
);
