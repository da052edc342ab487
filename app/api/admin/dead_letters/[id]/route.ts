import { admin } from "@/lib/contracts/backoffice/admin";
import { removeDeadLetter } from "@/server/inbound/inbox/dead-letters.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(admin.deleteDeadLetter, ({ actor, params }) =>
  removeDeadLetter(actor, params.id),
);
