import { admin } from "@/lib/contracts/backoffice/admin";
import { createAccount } from "@/server/backoffice/admin/admin.service";
import { route } from "@/server/platform/http/route";

export const POST = route(admin.createAccount, ({ actor, body }) => createAccount(actor, body));
