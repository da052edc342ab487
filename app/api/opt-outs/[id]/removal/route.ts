import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { removeOptOut } from "@/server/messaging/blocked-numbers/blocked-numbers.service";
import { route } from "@/server/platform/http/route";

export const POST = route(optOuts.remove, ({ actor, params, body }) =>
  removeOptOut(actor, params.id, body.reason),
);
