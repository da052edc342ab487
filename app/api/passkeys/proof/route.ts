import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { askForPasskey } from "@/server/accounts/passkeys/passkey-answers.service";
import { route } from "@/server/platform/http/route";

export const POST = route(passkeys.prove, ({ actor }) => askForPasskey("prove", actor.personId));
