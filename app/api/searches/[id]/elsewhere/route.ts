import { searches } from "@/lib/contracts/discovery/searches";
import { listElsewhere } from "@/server/discovery/searches/elsewhere.service";
import { route } from "@/server/platform/http/route";

export const GET = route(searches.elsewhere, ({ actor, params }) =>
  listElsewhere(actor, params.id),
);
