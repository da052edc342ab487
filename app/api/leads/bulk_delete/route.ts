import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { bulkDelete } from "@/server/leads/lead-table/lead-bulk.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadBulk.remove, ({ actor, body }) => bulkDelete(actor, body));
