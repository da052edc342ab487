import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { route } from "@/server/platform/http/route";
import { completeLeads } from "@/server/registry/registry/lead-completion.service";

export const POST = route(leadBulk.complete, ({ actor, body }) => completeLeads(actor, body));
