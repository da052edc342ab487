import { searches } from "@/lib/contracts/discovery/searches";
import { includeAllElsewhere } from "@/server/discovery/searches/elsewhere.service";
import { route } from "@/server/platform/http/route";

export const POST = route(searches.includeAll, ({ actor, params }) =>
  includeAllElsewhere(actor, params.id),
);
