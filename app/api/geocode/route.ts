import { geo } from "@/lib/contracts/discovery/geo";
import { geocode } from "@/server/discovery/geo/geocode.service";
import { route } from "@/server/platform/http/route";

export const POST = route(geo.geocode, ({ actor, body, request }) =>
  geocode(actor, body.address, request.signal),
);
