import { admin } from "@/lib/contracts/admin";
import { createAccount } from "@/server/admin/admin.service";
import { route } from "@/server/http/route";

export const POST = route(admin.createAccount, ({ actor, body }) => createAccount(actor, body));
