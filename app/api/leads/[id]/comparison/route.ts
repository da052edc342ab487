import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { compareLeads } from "@/server/leads/merges/merge-candidates.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leadMerges.compare, ({ actor, params, query }) =>
  compareLeads(actor, params.id, query.with ?? []),
);
