import { geo } from "@/lib/contracts/discovery/geo";
import { findDistricts } from "@/server/discovery/geo/districts.service";
import { route } from "@/server/platform/http/route";

export const GET = route(geo.districts, ({ params }) => findDistricts(params.id));
