import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { bulkSetSeller } from "@/server/leads/lead-table/lead-bulk.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadBulk.setSeller, ({ actor, body }) => bulkSetSeller(actor, body));
