import { activities } from "@/lib/contracts/campaigns/activities";
import { undoStart } from "@/server/campaigns/campaigns/plan/activities.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.undoStart, ({ actor, params }) => undoStart(actor, params.id));
