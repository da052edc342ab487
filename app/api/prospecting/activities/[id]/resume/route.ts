import { activities } from "@/lib/contracts/campaigns/activities";
import { resumeActivity } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.resume, ({ actor, params }) =>
  resumeActivity(actor, params.id),
);
