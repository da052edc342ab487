import { leadBulk } from "@/lib/contracts/lead-bulk";
import { route } from "@/server/http/route";
import { bulkAddToList } from "@/server/lead-search/lead-bulk.service";

export const POST = route(leadBulk.addToList, ({ actor, body }) => bulkAddToList(actor, body));
