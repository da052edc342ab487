import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { bulkSetStatus } from "@/server/leads/lead-table/lead-bulk.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadBulk.setStatus, ({ actor, body }) => bulkSetStatus(actor, body));
