import { optOuts } from "@/lib/contracts/opt-outs";
import { getOptOutReview } from "@/server/chat/opt-out-review.service";
import { route } from "@/server/http/route";

export const GET = route(optOuts.review, ({ actor, params }) =>
  getOptOutReview(actor, params.number),
);
