import { ownFields } from "@/lib/contracts/leads/own-fields";
import { deleteOwnField, updateOwnField } from "@/server/leads/own-fields/own-fields.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(ownFields.update, ({ actor, params, body }) =>
  updateOwnField(actor, params.id, body),
);

export const DELETE = route(ownFields.remove, ({ actor, params }) =>
  deleteOwnField(actor, params.id),
);
