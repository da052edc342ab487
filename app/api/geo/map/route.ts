import { geo } from "@/lib/contracts/geo";
import { mapSettings } from "@/server/geo/geo.service";
import { route } from "@/server/http/route";

export const GET = route(geo.map, () => mapSettings());
