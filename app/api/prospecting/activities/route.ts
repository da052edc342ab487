import { activities } from "@/lib/contracts/activities";
import { listActivities } from "@/server/campaigns/activities.service";
import { route } from "@/server/http/route";

export const GET = route(activities.list, ({ actor }) => listActivities(actor));
