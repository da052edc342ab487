import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { bulkAddToList } from "@/server/leads/lead-table/lead-bulk.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadBulk.addToList, ({ actor, body }) => bulkAddToList(actor, body));
