import { optOuts } from "@/lib/contracts/opt-outs";
import { decideOptOutReview } from "@/server/chat/opt-out-review.service";
import { route } from "@/server/http/route";

export const POST = route(optOuts.decideReview, ({ actor, params, body }) =>
  decideOptOutReview(actor, params.number, body.opt_out),
);
