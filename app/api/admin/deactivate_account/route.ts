import { admin } from "@/lib/contracts/backoffice/admin";
import { deactivateAccount } from "@/server/backoffice/admin/admin.service";
import { route } from "@/server/platform/http/route";

export const POST = route(admin.deactivateAccount, ({ actor, body }) =>
  deactivateAccount(actor, body),
);
