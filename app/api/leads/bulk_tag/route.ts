import { tags } from "@/lib/contracts/leads/tags";
import { bulkTag } from "@/server/leads/lead-table/lead-bulk.service";
import { route } from "@/server/platform/http/route";

export const POST = route(tags.onLeads, ({ actor, body }) => bulkTag(actor, body));
