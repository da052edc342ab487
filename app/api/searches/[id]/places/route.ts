import { searches } from "@/lib/contracts/discovery/searches";
import { listPlaces } from "@/server/discovery/searches/searches.service";
import { route } from "@/server/platform/http/route";

export const GET = route(searches.places, ({ actor, params }) => listPlaces(actor, params.id));
