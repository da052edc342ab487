import { activities } from "@/lib/contracts/campaigns/activities";
import { pauseActivity } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.pause, ({ actor, params }) => pauseActivity(actor, params.id));
