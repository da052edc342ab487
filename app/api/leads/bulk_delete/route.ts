import { leadBulk } from "@/lib/contracts/lead-bulk";
import { route } from "@/server/http/route";
import { bulkDelete } from "@/server/lead-search/lead-bulk.service";

export const POST = route(leadBulk.remove, ({ actor, body }) => bulkDelete(actor, body));
