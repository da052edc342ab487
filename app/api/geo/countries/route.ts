import { geo } from "@/lib/contracts/discovery/geo";
import { countries } from "@/server/discovery/geo/countries.rule";
import { route } from "@/server/platform/http/route";

export const GET = route(geo.countries, () => countries);
