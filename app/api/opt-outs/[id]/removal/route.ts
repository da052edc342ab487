import { optOuts } from "@/lib/contracts/opt-outs";
import { removeOptOut } from "@/server/blocked-numbers/blocked-numbers.service";
import { route } from "@/server/http/route";

export const POST = route(optOuts.remove, ({ actor, params, body }) =>
  removeOptOut(actor, params.id, body.reason),
);
