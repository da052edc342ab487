import { activities } from "@/lib/contracts/activities";
import { stopActivity } from "@/server/campaigns/activities.service";
import { route } from "@/server/http/route";

export const POST = route(activities.stop, ({ actor, params }) => stopActivity(actor, params.id));
