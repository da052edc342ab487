import { geo } from "@/lib/contracts/discovery/geo";
import { findCities } from "@/server/discovery/geo/geo.service";
import { route } from "@/server/platform/http/route";

export const GET = route(geo.cities, ({ query }) => findCities(query.search));
