import { ownFields } from "@/lib/contracts/leads/own-fields";
import { bulkSetOwn } from "@/server/leads/lead-table/lead-bulk.service";
import { route } from "@/server/platform/http/route";

export const POST = route(ownFields.onLeads, ({ actor, body }) => bulkSetOwn(actor, body));
