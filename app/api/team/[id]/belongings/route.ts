import { handovers } from "@/lib/contracts/accounts/handovers";
import { countBelongingsOf } from "@/server/custody/leaving/leaving.service";
import { route } from "@/server/platform/http/route";

export const GET = route(handovers.belongings, ({ actor, params }) =>
  countBelongingsOf(actor, params.id),
);
