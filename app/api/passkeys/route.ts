import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { addPasskey, listPasskeys } from "@/server/accounts/passkeys/passkeys.service";
import { route } from "@/server/platform/http/route";

export const GET = route(passkeys.list, ({ actor }) => listPasskeys(actor));
export const POST = route(passkeys.add, ({ actor, body }) => addPasskey(actor, body));
