import { geo } from "@/lib/contracts/discovery/geo";
import { countries } from "@/server/discovery/geo/countries.service";
import { route } from "@/server/platform/http/route";

export const GET = route(geo.countries, () => countries);
