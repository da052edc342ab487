import { randomBytes } from "node:crypto";
import type { Plan } from "@/lib/domain/plans/plan";
import { AppError } from "@/lib/errors";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { revokeApiTokensOf } from "@/server/platform/api-tokens/api-tokens.service";
import { closeSessionsOf } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./accounts.repository";
import { hashPassword } from "./password.service";
import { deletePasswordReset } from "./password-reset.repository";
import { mailPasswordLink } from "./password-reset.service";
import {
  createUserRow,
  erasePeople,
  findPeople,
  findUserByIdOrEmail,
  type UserRow,
} from "./users.repository";

/**
 * Creates an account for another person with a random password and mails a link to choose their own. `alongside`
 * joins the transaction.
 * @throws AppError email_taken
 */
export async function createAccountFor(
  person: { name: string; email: string; whatsapp: string },
  alongside: (personId: PersonId) => Promise<void>,
): Promise<PersonId> {
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

/** Finds somebody by id, e-mail or both. @throws AppError not_found */
export async function getPerson(userId: number | null, email: string | null): Promise<UserRow> {
  const row = await findUserByIdOrEmail(userId, email);
  if (!row) throw new AppError("not_found", "Usuário não encontrado.");
  return row;
}

/**
 * Ends every session, API token and pending password reset of everybody in it. Joins the current transaction.
 * @throws AppError conflict
 */
export async function deactivateAccountOf(ownerId: OwnerId): Promise<void> {
  await transaction(async () => {
    if (!(await repository.deactivateAccountRow(ownerId))) {
      throw new AppError("conflict", "Esta conta já está desativada.");
    }
    for (const personId of await findPeople(ownerId)) {
      await closeSessionsOf(personId);
      await revokeApiTokensOf({ ownerId, personId });
      await deletePasswordReset(personId);
    }
  });
}

/**
 * Returns false when the account already has that plan; 'paid' and 'pro' are the same. Joins the current transaction.
 */
export function changePlan(ownerId: OwnerId, plan: Plan): Promise<boolean> {
  return repository.setPlan(ownerId, plan);
}

/** How many people may work in an account; null is by its plan. Joins the current transaction. */
export function setSeats(ownerId: OwnerId, seats: number | null): Promise<void> {
  return repository.setSeats(ownerId, seats);
}

export async function isActiveAccount(ownerId: OwnerId): Promise<boolean> {
  return (await repository.findAccount(ownerId))?.is_active ?? false;
}

/** Distinguishes an account from another one with the same id in a restored database. */
export async function findCreation(ownerId: OwnerId): Promise<Date | null> {
  return (await repository.findAccount(ownerId))?.created_at ?? null;
}

/** From then on nothing is sent or changed for the account. Joins the current transaction. @throws AppError conflict */
export async function markLeaving(ownerId: OwnerId, deletionAt: Date): Promise<void> {
  if (!(await repository.setDeletion(ownerId, deletionAt))) throw new AppError("conflict");
}

/** Also where a deletion is already marked, for another time. Joins the current transaction. */
export function postponeLeaving(ownerId: OwnerId, deletionAt: Date): Promise<void> {
  return repository.moveDeletion(ownerId, deletionAt);
}

/** Joins the current transaction. */
export function markStaying(ownerId: OwnerId): Promise<void> {
  return repository.clearDeletion(ownerId);
}

/** Keeps other transactions from adding rows to the account until the current one ends. */
export function lockAccount(ownerId: OwnerId): Promise<void> {
  return repository.lockAccountRow(ownerId);
}

/**
 * Deletes an account that has nothing left but payments: its row stays, without personal data, only where there are
 * payments. Joins the current transaction.
 */
export async function eraseAccount(
  ownerId: OwnerId,
  { keepsPayments }: { keepsPayments: boolean },
): Promise<void> {
  if (!keepsPayments) return repository.deleteAccountRow(ownerId);
  await erasePeople(ownerId);
  await repository.eraseAccountRow(ownerId);
}
