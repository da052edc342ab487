import { randomBytes } from "node:crypto";
import type { Plan } from "@/lib/domain/plans/plan";
import { AppError } from "@/lib/errors";
import { revokeApiTokensOf } from "@/server/platform/api-tokens/api-tokens.service";
import { closeSessionsOf } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { hashPassword } from "./password.service";
import { deletePasswordReset } from "./password-reset.repository";
import { mailPasswordLink } from "./password-reset.service";
import {
  createUserRow,
  deactivateUserRow,
  findUser,
  findUserByIdOrEmail,
  setPlan,
} from "./users.repository";

/**
 * Creates an account for another person with a random password and mails a link to choose their own. `alongside`
 * joins the transaction.
 * @throws AppError email_taken
 */
export async function createAccountFor(
  person: { name: string; email: string; whatsapp: string },
  alongside: (userId: number) => Promise<void>,
): Promise<number> {
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"), person.email);
  return transaction(async () => {
    const row = await createUserRow({ ...person, passwordHash });
    if (!row) {
      throw new AppError("email_taken", "", { fields: { email: "E-mail já cadastrado!" } });
    }
    await mailPasswordLink(row.id, "welcome");
    await alongside(row.id);
    return row.id;
  });
}

/** Finds an account by id, e-mail or both. @throws AppError not_found */
export async function getAccountId(userId: number | null, email: string | null): Promise<number> {
  const row = await findUserByIdOrEmail(userId, email);
  if (!row) throw new AppError("not_found", "Usuário não encontrado.");
  return row.id;
}

/** Ends every session, API token and pending password reset. Joins the current transaction. @throws AppError conflict */
export async function deactivateAccountOf(userId: number): Promise<void> {
  await transaction(async () => {
    if (!(await deactivateUserRow(userId))) {
      throw new AppError("conflict", "Esta conta já está desativada.");
    }
    await closeSessionsOf(userId);
    await revokeApiTokensOf(userId);
    await deletePasswordReset(userId);
  });
}

/** Returns false when the account has that plan already; 'paid' and 'pro' are one. Joins the current transaction. */
export function changePlan(userId: number, plan: Plan): Promise<boolean> {
  return setPlan(userId, plan);
}

export async function isActiveAccount(userId: number): Promise<boolean> {
  return (await findUser(userId))?.is_active ?? false;
}
