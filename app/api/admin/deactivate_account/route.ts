import { admin } from "@/lib/contracts/admin";
import { deactivateAccount } from "@/server/admin/admin.service";
import { route } from "@/server/http/route";

export const POST = route(admin.deactivateAccount, ({ actor, body }) =>
  deactivateAccount(actor, body),
);
