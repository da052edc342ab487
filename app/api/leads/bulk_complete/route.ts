import { leadBulk } from "@/lib/contracts/lead-bulk";
import { route } from "@/server/http/route";
import { completeLeads } from "@/server/registry/lead-completion.service";

export const POST = route(leadBulk.complete, ({ actor, body }) => completeLeads(actor, body));
