import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { endPersonSessions, listPersonSessions } from "@/server/backoffice/admin/people.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billingAdmin.sessions, ({ actor, params }) =>
  listPersonSessions(actor, params.userId),
);

export const DELETE = route(billingAdmin.endSessions, ({ actor, params }) =>
  endPersonSessions(actor, params.userId),
);
