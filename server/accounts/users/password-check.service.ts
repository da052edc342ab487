import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { AppError } from "@/lib/errors";
import { checkSecondFactor } from "@/server/accounts/second-factor/second-factor.service";
import type { Actor } from "@/server/platform/actor";
import { verifyPassword } from "./password.service";
import { findPasswordHash } from "./users.repository";

/**
 * Checks the actor's own password, asked for again before a dangerous act. Returns its hash.
 * @throws AppError invalid_input on `current_password`; rate_limited, unavailable
 */
export async function requirePassword({ userId }: Actor, password: string): Promise<string> {
  const hash = await findPasswordHash(userId);
  if (hash && (await verifyPassword(password, hash, `account ${userId}`))) return hash;
  const sentence = "Senha atual incorreta.";
  throw new AppError("invalid_input", sentence, { fields: { current_password: sentence } });
}

/**
 * The password, and a code where the account has a second factor.
 * @throws AppError invalid_input on `current_password` or `code`; rate_limited, unavailable
 */
export async function requireProof(actor: Actor, proof: AccountProof): Promise<void> {
  await requirePassword(actor, proof.current_password);
  const factor = await checkSecondFactor(actor.userId, proof.code);
  if (factor === "off" || factor === "passed") return;
  const sentence = factor === "missing" ? "Informe o código." : "Código incorreto.";
  throw new AppError("invalid_input", sentence, { fields: { code: sentence } });
}
