import { activities } from "@/lib/contracts/activities";
import { resendUnknown } from "@/server/campaigns/retry.service";
import { route } from "@/server/http/route";

export const POST = route(activities.resend, ({ actor, params }) =>
  resendUnknown(actor, params.id),
);
