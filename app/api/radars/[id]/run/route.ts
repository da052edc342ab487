import { radars } from "@/lib/contracts/radar/radars";
import { route } from "@/server/platform/http/route";
import { runRadarNow } from "@/server/radar/radars/radars.service";

export const POST = route(radars.run, ({ actor, params }) => runRadarNow(actor, params.id));
