import { steps } from "@/lib/contracts/campaigns/steps";
import { changeSteps, listSteps } from "@/server/campaigns/campaigns/plan/steps.service";
import { route } from "@/server/platform/http/route";

export const GET = route(steps.list, ({ actor, params }) => listSteps(actor, params.id));
export const PUT = route(steps.replace, ({ actor, params, body }) =>
  changeSteps(actor, params.id, body.steps),
);
