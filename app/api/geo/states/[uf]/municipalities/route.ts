import { geo } from "@/lib/contracts/geo";
import { municipalitiesOf } from "@/server/geo/geo.service";
import { route } from "@/server/http/route";

export const GET = route(geo.municipalities, ({ params }) => municipalitiesOf(params.uf));
