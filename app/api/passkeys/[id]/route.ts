import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { renamePasskey } from "@/server/accounts/passkeys/passkeys.service";
import { route } from "@/server/platform/http/route";

export const PATCH = route(passkeys.rename, ({ actor, params, body }) =>
  renamePasskey(actor, params.id, body.name),
);
