import { ownFields } from "@/lib/contracts/leads/own-fields";
import { reorderOwnFields } from "@/server/leads/own-fields/own-fields.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(ownFields.reorder, ({ actor, body }) => reorderOwnFields(actor, body));
