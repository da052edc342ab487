import { admin } from "@/lib/contracts/admin";
import { route } from "@/server/http/route";
import { removeDeadLetter } from "@/server/inbox/dead-letters.service";

export const DELETE = route(admin.deleteDeadLetter, ({ actor, params }) =>
  removeDeadLetter(actor, params.id),
);
