import type { Role } from "@/lib/domain/accounts/roles";
import type { Visibility } from "@/lib/domain/accounts/visibility";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId, PersonId, Reader } from "@/server/platform/actor";
import { revokeApiTokensOf } from "@/server/platform/api-tokens/api-tokens.service";
import { closeSessionsOf } from "@/server/platform/auth/sessions.service";
import { deletePasswordReset } from "./password-reset.repository";
import * as repository from "./people.repository";

/**
 * Adds somebody to an account who proved to hold the mailbox. Joins the current transaction, which has locked the seats.
 * @throws AppError email_taken
 */
export async function addPerson(person: {
  ownerId: OwnerId;
  role: Role;
  name: string;
  email: string;
  passwordHash: string;
}): Promise<PersonId> {
  const added = await repository.insertPerson(person);
  if (!added) {
    throw new AppError(
      "email_taken",
      "Este e-mail já entra em uma conta do Garimpo, que continua como está. Peça o convite em outro e-mail.",
    );
  }
  return added.id;
}

/**
 * Whom something may be given to. In a transaction the person is not suspended before it ends.
 * @throws AppError invalid_input under `field`
 */
export async function requireColleague(
  ownerId: OwnerId,
  personId: number,
  field: "seller_id" | "person_id" | "to_ids" | "keeper_id" = "seller_id",
): Promise<PersonId> {
  const person = await repository.holdPersonOf(ownerId, personId);
  if (person && person.suspended_at === null) return person.id;
  throw new AppError("invalid_input", "", { fields: { [field]: NO_COLLEAGUE } });
}

const NO_COLLEAGUE = "Esta pessoa não está na equipe, ou está sem acesso.";

/** Whom something is told, each with what they see. Joins the current transaction. @throws AppError invalid_input under `mentions` */
export async function requireReaders(ownerId: OwnerId, ids: readonly number[]) {
  const readers = await repository.holdReaders(ownerId, ids);
  if (readers.length === ids.length) return readers;
  throw new AppError("invalid_input", "", { fields: { mentions: NO_COLLEAGUE } });
}

/** What somebody of the account sees who may sign in; null for anybody else. */
export async function findReader(ownerId: OwnerId, personId: number): Promise<Reader | null> {
  const [reader] = await repository.holdReaders(ownerId, [personId]);
  return reader ?? null;
}

/** Somebody of the account, also who is suspended. @throws AppError not_found */
export async function requireSameAccount(ownerId: OwnerId, personId: number) {
  const person = await repository.findPersonOf(ownerId, personId);
  if (!person) throw new AppError("not_found", "Pessoa não encontrada.");
  return person;
}

/** Everybody's name in the account, also of who is suspended. */
export async function nameColleagues(ownerId: OwnerId): Promise<Map<number, string>> {
  const people = await repository.findTeam(ownerId);
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** Joins the current transaction. */
export function changeRole(ownerId: OwnerId, personId: PersonId, role: Role): Promise<void> {
  return repository.setRole(ownerId, personId, role);
}

/** Whether the person gets their team's week by mail on Mondays. */
export async function setMondayMail(
  { ownerId, personId }: Actor,
  { on }: { on: boolean },
): Promise<{ success: true }> {
  await repository.setMondayMail(ownerId, personId, on);
  return { success: true };
}

/** What the account's sellers see. Joins the current transaction. */
export function changeVisibility(ownerId: OwnerId, visibility: Visibility): Promise<void> {
  return repository.setVisibility(ownerId, visibility);
}

/** Ends a person's sessions, streams, API tokens and mailed link to a password. Joins the current transaction. */
export async function suspendPerson(ownerId: OwnerId, personId: PersonId): Promise<void> {
  await repository.setSuspension(ownerId, personId, new Date());
  await closeSessionsOf(personId);
  await revokeApiTokensOf({ ownerId, personId });
  await deletePasswordReset(personId);
}

/** Lets somebody sign in again. Joins the current transaction, which has locked the seats. */
export function restorePerson(ownerId: OwnerId, personId: PersonId): Promise<void> {
  return repository.setSuspension(ownerId, personId, null);
}
