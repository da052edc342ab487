import { activities } from "@/lib/contracts/activities";
import { retryFailed } from "@/server/campaigns/retry.service";
import { route } from "@/server/http/route";

export const POST = route(activities.retryFailed, ({ actor, params }) =>
  retryFailed(actor, params.id),
);
