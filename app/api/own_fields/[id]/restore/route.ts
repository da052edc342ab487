import { ownFields } from "@/lib/contracts/leads/own-fields";
import { restoreOwnField } from "@/server/leads/own-fields/own-fields.service";
import { route } from "@/server/platform/http/route";

export const POST = route(ownFields.restore, ({ actor, params }) =>
  restoreOwnField(actor, params.id),
);
