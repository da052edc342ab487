import { requiredFactor } from "@/lib/contracts/backoffice/required-factor";
import { route } from "@/server/platform/http/route";
import {
  getRequiredFactor,
  requireFactorOf,
} from "@/server/platform/system/required-factor.service";

export const GET = route(requiredFactor.get, () => getRequiredFactor());
export const PUT = route(requiredFactor.set, ({ actor, body }) =>
  requireFactorOf(actor, body.required_of),
);
