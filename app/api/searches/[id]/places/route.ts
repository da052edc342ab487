import { searches } from "@/lib/contracts/searches";
import { route } from "@/server/http/route";
import { listPlaces } from "@/server/searches/searches.service";

export const GET = route(searches.places, ({ actor, params }) => listPlaces(actor, params.id));
