import { geo } from "@/lib/contracts/geo";
import { geocode } from "@/server/geo/geocode.service";
import { route } from "@/server/http/route";

export const POST = route(geo.geocode, ({ actor, body, request }) =>
  geocode(actor, body.address, request.signal),
);
