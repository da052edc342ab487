import { geo } from "@/lib/contracts/geo";
import { countries } from "@/server/geo/countries.service";
import { route } from "@/server/http/route";

export const GET = route(geo.countries, () => countries);
