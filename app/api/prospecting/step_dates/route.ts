import { steps } from "@/lib/contracts/campaigns/steps";
import { previewDates } from "@/server/campaigns/campaigns/plan/steps.service";
import { route } from "@/server/platform/http/route";

export const POST = route(steps.dates, ({ actor, body }) => previewDates(actor, body));
