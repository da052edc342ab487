import { activities } from "@/lib/contracts/campaigns/activities";
import { resendUnknown } from "@/server/campaigns/campaigns/plan/retry.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.resend, ({ actor, params }) =>
  resendUnknown(actor, params.id),
);
