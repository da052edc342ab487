import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { AppError } from "@/lib/errors";
import { takeAnswer } from "@/server/accounts/passkeys/passkey-answers.service";
import { checkSecondFactor } from "@/server/accounts/second-factor/second-factor.service";
import type { Actor } from "@/server/platform/actor";
import { verifyPassword } from "./password.service";
import { findPasswordHash } from "./users.repository";

/**
 * Checks the actor's own password, which dangerous actions require again. Returns its hash.
 * @throws AppError invalid_input on `current_password`; rate_limited, unavailable
 */
export async function requirePassword({ personId }: Actor, password: string): Promise<string> {
  const hash = await findPasswordHash(personId);
  if (hash && (await verifyPassword(password, hash, `account ${personId}`))) return hash;
  throw refusal("current_password", "Senha atual incorreta.");
}

/**
 * Requires the password, and a code where the account has a second factor; or a passkey, which replaces both.
 * @throws AppError invalid_input on `current_password`, `code` or `passkey`; rate_limited, unavailable
 */
export async function requireProof(actor: Actor, proof: AccountProof): Promise<void> {
  if (proof.passkey) {
    if ((await takeAnswer(proof.passkey, "prove", actor.personId)) !== null) return;
    throw refusal("passkey", "A chave de acesso não foi aceita. Tente de novo, ou use a senha.");
  }
  if (!proof.current_password) throw refusal("current_password", "Informe a senha atual.");
  await requirePassword(actor, proof.current_password);
  const factor = await checkSecondFactor(actor.personId, proof.code);
  if (factor === "off" || factor === "passed") return;
  throw refusal("code", factor === "missing" ? "Informe o código." : "Código incorreto.");
}

function refusal(field: string, sentence: string): AppError {
  return new AppError("invalid_input", sentence, { fields: { [field]: sentence } });
}
