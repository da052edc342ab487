import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { getOptOutReview } from "@/server/messaging/chat/opt-out-review.service";
import { route } from "@/server/platform/http/route";

export const GET = route(optOuts.review, ({ actor, params }) =>
  getOptOutReview(actor, params.number),
);
