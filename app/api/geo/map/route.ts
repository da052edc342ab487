import { geo } from "@/lib/contracts/geo";
import { getMapSettings } from "@/server/geo/geo.service";
import { route } from "@/server/http/route";

export const GET = route(geo.map, () => getMapSettings());
