import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { changeNumber, removeNumber } from "@/server/messaging/whatsapp/numbers.service";
import { route } from "@/server/platform/http/route";

export const PATCH = route(ownNumbers.update, ({ actor, params, body }) =>
  changeNumber(actor, params.id, body),
);

export const DELETE = route(ownNumbers.remove, ({ actor, params }) =>
  removeNumber(actor, params.id),
);
