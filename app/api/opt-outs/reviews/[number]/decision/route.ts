import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { decideOptOutReview } from "@/server/messaging/chat/opt-out-review.service";
import { route } from "@/server/platform/http/route";

export const POST = route(optOuts.decideReview, ({ actor, params, body }) =>
  decideOptOutReview(actor, params.number, body.opt_out),
);
