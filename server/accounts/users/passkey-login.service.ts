import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { AppError } from "@/lib/errors";
import { takeAnswer } from "@/server/accounts/passkeys/passkey-answers.service";
import type { Client } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { openSignedIn } from "./sign-in.service";
import { findUser } from "./users.repository";

/**
 * Opens a session for the account whose passkey answered: having the device, and unlocking it, is stronger than a
 * password and a code.
 * @throws AppError invalid_credentials, the same for a wrong answer, an unknown passkey and a deactivated account
 */
export async function logInByPasskey(answer: PasskeyAnswer, client: Client, network: string) {
  // In one transaction: a removal of the passkey waits for the session, and then ends it.
  const opened = await transaction(async () => {
    const personId = await takeAnswer(answer, "sign-in", null);
    const user = personId === null ? null : await findUser(personId);
    return user?.is_active ? openSignedIn(user, client, network) : null;
  });
  if (opened) return opened;
  // After the transaction, which records that the challenge was answered.
  throw new AppError(
    "invalid_credentials",
    "Esta chave de acesso não foi aceita. Tente de novo, ou entre com e-mail e senha.",
  );
}
