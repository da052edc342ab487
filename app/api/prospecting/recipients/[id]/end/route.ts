import { steps } from "@/lib/contracts/campaigns/steps";
import { endSequence } from "@/server/campaigns/campaigns/plan/steps.service";
import { route } from "@/server/platform/http/route";

export const POST = route(steps.end, ({ actor, params }) => endSequence(actor, params.id));
