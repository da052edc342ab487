import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { AppError } from "@/lib/errors";
import { takeAnswer } from "@/server/accounts/passkeys/passkey-answers.service";
import type { Client } from "@/server/platform/auth/sessions.service";
import { openSignedIn } from "./sign-in.service";
import { findUser } from "./users.repository";

/**
 * Opens a session for the account whose passkey answered: having the device, and unlocking it, is more than a password and a
 * code. @throws AppError invalid_credentials, the same for a wrong answer, an unknown passkey and a deactivated account
 */
export async function logInByPasskey(answer: PasskeyAnswer, client: Client, network: string) {
  const userId = await takeAnswer(answer, "sign-in", null);
  const user = userId === null ? null : await findUser(userId);
  if (!user?.is_active) {
    throw new AppError(
      "invalid_credentials",
      "Esta chave de acesso não foi aceita. Tente de novo, ou entre com e-mail e senha.",
    );
  }
  return openSignedIn(user, client, network);
}
