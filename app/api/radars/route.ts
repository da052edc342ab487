import { radars } from "@/lib/contracts/radar/radars";
import { route } from "@/server/platform/http/route";
import { createRadar, listRadars } from "@/server/radar/radars/radars.service";

export const GET = route(radars.list, ({ actor }) => listRadars(actor));
export const POST = route(radars.create, ({ actor, body }) => createRadar(actor, body));
