import { duplicates } from "@/lib/contracts/leads/duplicates";
import { listDuplicatesOfLead } from "@/server/leads/duplicates/duplicates.service";
import { route } from "@/server/platform/http/route";

export const GET = route(duplicates.ofLead, ({ actor, params }) =>
  listDuplicatesOfLead(actor, params.id),
);
