import { handovers } from "@/lib/contracts/accounts/handovers";
import { handOverAll } from "@/server/custody/leaving/leaving.service";
import { route } from "@/server/platform/http/route";

export const POST = route(handovers.make, ({ actor, params, body }) =>
  handOverAll(actor, params.id, body),
);
