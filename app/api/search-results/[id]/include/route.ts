import { searches } from "@/lib/contracts/discovery/searches";
import { includeElsewhere } from "@/server/discovery/searches/elsewhere.service";
import { route } from "@/server/platform/http/route";

export const POST = route(searches.include, ({ actor, params }) =>
  includeElsewhere(actor, params.id),
);
