import { leadBulk } from "@/lib/contracts/lead-bulk";
import { route } from "@/server/http/route";
import { bulkSetStatus } from "@/server/lead-search/lead-bulk.service";

export const POST = route(leadBulk.setStatus, ({ actor, body }) => bulkSetStatus(actor, body));
