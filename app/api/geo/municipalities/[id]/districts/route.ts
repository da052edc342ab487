import { geo } from "@/lib/contracts/geo";
import { findDistricts } from "@/server/geo/districts.service";
import { route } from "@/server/http/route";

export const GET = route(geo.districts, ({ params }) => findDistricts(params.id));
