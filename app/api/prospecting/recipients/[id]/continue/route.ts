import { steps } from "@/lib/contracts/campaigns/steps";
import { continueSequence } from "@/server/campaigns/campaigns/plan/steps.service";
import { route } from "@/server/platform/http/route";

export const POST = route(steps.goOn, ({ actor, params }) => continueSequence(actor, params.id));
