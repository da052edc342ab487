import { geo } from "@/lib/contracts/geo";
import { listMunicipalities } from "@/server/geo/geo.service";
import { route } from "@/server/http/route";

export const GET = route(geo.municipalities, ({ params }) => listMunicipalities(params.uf));
