import { radars } from "@/lib/contracts/radar/radars";
import { route } from "@/server/platform/http/route";
import { seeFindings } from "@/server/radar/radars/radars.service";

export const POST = route(radars.see, ({ actor, params, body }) =>
  seeFindings(actor, params.id, body.up_to),
);
