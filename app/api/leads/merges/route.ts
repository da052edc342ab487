import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { mergeLeads } from "@/server/campaigns/campaigns/plan/merged-recipients.service";
import { listMerges } from "@/server/leads/merges/lead-merges.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leadMerges.list, ({ actor, query }) => listMerges(actor, query.lead_id));

export const POST = route(leadMerges.merge, ({ actor, body }) => mergeLeads(actor, body));
