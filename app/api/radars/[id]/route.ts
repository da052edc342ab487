import { radars } from "@/lib/contracts/radar/radars";
import { route } from "@/server/platform/http/route";
import { deleteRadar, getRadar, updateRadar } from "@/server/radar/radars/radars.service";

export const GET = route(radars.get, ({ actor, params }) => getRadar(actor, params.id));
export const PATCH = route(radars.update, ({ actor, params, body }) =>
  updateRadar(actor, params.id, body),
);
export const DELETE = route(radars.remove, ({ actor, params }) => deleteRadar(actor, params.id));
