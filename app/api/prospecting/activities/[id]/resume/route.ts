import { activities } from "@/lib/contracts/activities";
import { resumeActivity } from "@/server/campaigns/activities.service";
import { route } from "@/server/http/route";

export const POST = route(activities.resume, ({ actor, params }) =>
  resumeActivity(actor, params.id),
);
