import { steps } from "@/lib/contracts/campaigns/steps";
import { listDaysOff, setDaysOff } from "@/server/campaigns/days-off/days-off.service";
import { route } from "@/server/platform/http/route";

export const GET = route(steps.daysOff, ({ actor }) => listDaysOff(actor));
export const PUT = route(steps.setDaysOff, ({ actor, body }) => setDaysOff(actor, body));
