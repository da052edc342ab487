import { activities } from "@/lib/contracts/campaigns/activities";
import { stopActivity } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.stop, ({ actor, params }) => stopActivity(actor, params.id));
