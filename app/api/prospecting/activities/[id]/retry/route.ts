import { activities } from "@/lib/contracts/campaigns/activities";
import { retryFailed } from "@/server/campaigns/campaigns/plan/retry.service";
import { route } from "@/server/platform/http/route";

export const POST = route(activities.retryFailed, ({ actor, params }) =>
  retryFailed(actor, params.id),
);
