import type { PersonChange } from "@/lib/contracts/accounts/team";
import { ROLE_NEEDED, ROLES, type Role, reaches } from "@/lib/domain/accounts/roles";
import { VISIBILITY_LABEL, type Visibility } from "@/lib/domain/accounts/visibility";
import { describeSeats, getSeats } from "@/lib/domain/plans/seats";
import { AppError } from "@/lib/errors";
import * as repository from "@/server/accounts/users/people.repository";
import {
  changeRole,
  changeVisibility,
  restorePerson,
  suspendPerson,
} from "@/server/accounts/users/people.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { type Actor, founderOf, type OwnerId, type PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { publishSessionEnd } from "@/server/platform/live/publish";
import { deleteInvitationsBy, deleteInvitationsOf } from "./invitations.repository";

export async function listTeam({ ownerId, personId }: Actor) {
  const people = await repository.findTeam(ownerId);
  const seats = await repository.findSeats(ownerId);
  if (!seats) throw new AppError("not_found");
  return {
    people: people.map((person) => ({ ...person, is_you: person.id === personId })),
    seats: { used: seats.used, total: getSeats(seats.plan, seats.seats) },
    visibility: seats.visibility,
  };
}

/** Which leads and conversations the account's sellers see from their next request on. */
export async function setVisibility(
  actor: Actor,
  { visibility }: { visibility: Visibility },
): Promise<{ success: true }> {
  const { ownerId } = actor;
  await transaction(async () => {
    const before = await repository.lockSeats(ownerId);
    if (before?.visibility === visibility) return;
    await changeVisibility(ownerId, visibility);
    await recordAction(actor, "visibility_changed", { name: VISIBILITY_LABEL[visibility] });
    for (const { id, role } of await repository.findTeam(ownerId)) {
      // Their open screens connect anew, and show what they see now.
      if (role === "seller") publishSessionEnd(id, null);
    }
  });
  return { success: true };
}

/**
 * Changes a colleague's role, suspends them or lets them in again. Somebody who is suspended is signed out everywhere,
 * their tokens and mailed links end. An account keeps an owner who may sign in.
 * @throws AppError not_found; forbidden where an owner is needed; conflict for oneself; quota_reached
 */
export async function changePerson(
  actor: Actor,
  id: number,
  { role, suspended }: PersonChange,
): Promise<{ success: true }> {
  const { ownerId } = actor;
  await transaction(async () => {
    await holdSession(actor);
    const seats = await repository.lockSeats(ownerId);
    const person = await repository.findPersonOf(ownerId, id);
    if (!person || !seats) throw new AppError("not_found", "Pessoa não encontrada.");
    if (person.id === actor.personId) {
      throw new AppError("conflict", "Ninguém muda o próprio acesso. Peça a outro dono da conta.");
    }
    const own = await readOwnRole(actor);
    refuseOverRole(own, person.role);
    if (role !== undefined) refuseOverRole(own, role);
    if (role !== undefined && role !== person.role) {
      await changeRole(ownerId, person.id, role);
      publishSessionEnd(person.id, null);
      await endInvitationsBy(ownerId, person.id, role);
      await recordAction(actor, "person_changed", { name: person.name });
    }
    if (suspended === true && person.suspended_at === null) {
      await suspendPerson(ownerId, person.id);
      await endInvitationsBy(ownerId, person.id, null);
      await recordAction(actor, "person_suspended", { name: person.name });
    }
    if (suspended === false && person.suspended_at !== null) {
      const total = getSeats(seats.plan, seats.seats);
      if (seats.used >= total)
        throw new AppError("quota_reached", describeSeats(total, seats.plan));
      await restorePerson(ownerId, person.id);
      await recordAction(actor, "person_restored", { name: person.name });
    }
    if ((await repository.countOwners(ownerId)) === 0) {
      throw new AppError("conflict", "A conta precisa de ao menos um dono com acesso.");
    }
  });
  return { success: true };
}

/** @throws AppError forbidden: who is less than an owner gives and takes nothing of owners */
export function refuseOverRole(own: Role, role: Role): void {
  if (!reaches(own, role)) throw new AppError("forbidden", ROLE_NEEDED[role]);
}

/**
 * The actor's role as it is under the account's lock: it may have changed since the request came.
 * @throws AppError forbidden to whoever no longer leads the team
 */
export async function readOwnRole({ ownerId, personId }: Actor): Promise<Role> {
  const own = (await repository.findPersonOf(ownerId, personId))?.role;
  if (own === undefined || !reaches(own, "manager")) {
    throw new AppError("forbidden", ROLE_NEEDED.manager);
  }
  return own;
}

/**
 * Suspends everybody but its founder, who holds the mailbox after all, and takes back what the account has offered. Does
 * nothing for anybody else. Returns how many. Joins the current transaction.
 */
export async function dismissTeam(ownerId: OwnerId, keptId: PersonId): Promise<number> {
  if (keptId !== founderOf(ownerId)) return 0;
  let count = 0;
  for (const { id, suspended_at } of await repository.findTeam(ownerId)) {
    if (id === keptId || suspended_at !== null) continue;
    await suspendPerson(ownerId, id);
    count += 1;
  }
  return count + (await deleteInvitationsOf(ownerId));
}

/** Nobody comes in by what somebody offered who may no longer offer it; null is whoever may offer nothing. */
async function endInvitationsBy(
  ownerId: OwnerId,
  personId: PersonId,
  role: Role | null,
): Promise<void> {
  const mayOffer = (offered: Role) =>
    role !== null && reaches(role, "manager") && reaches(role, offered);
  const over = ROLES.filter((offered) => !mayOffer(offered));
  await deleteInvitationsBy(ownerId, personId, over);
}
