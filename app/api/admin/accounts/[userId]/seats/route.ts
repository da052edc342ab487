import { admin } from "@/lib/contracts/backoffice/admin";
import { setPersonSeats } from "@/server/backoffice/admin/people.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(admin.setSeats, ({ actor, params, body }) =>
  setPersonSeats(actor, params.userId, body),
);
