import { activities } from "@/lib/contracts/campaigns/activities";
import { listActivities } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const GET = route(activities.list, ({ actor, query }) =>
  listActivities(actor, query.before),
);
