import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { answerPasskeyLogin } from "@/server/accounts/users/passkey-login.route";
import { route } from "@/server/platform/http/route";

export const POST = route(passkeys.signIn, answerPasskeyLogin);
