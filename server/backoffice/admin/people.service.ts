import type { z } from "zod/mini";
import type { Seats } from "@/lib/contracts/backoffice/admin";
import type { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { getSeats } from "@/lib/domain/plans/seats";
import { AppError } from "@/lib/errors";
import {
  findRequiredProvider,
  liftRequirement,
} from "@/server/accounts/identities/identities.service";
import { nameOf } from "@/server/accounts/identities/issuers.service";
import { getPerson, setSeats } from "@/server/accounts/users/accounts.service";
import { listRecordsOf } from "@/server/billing/billing/billing.service";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import {
  closeOtherSessions,
  closeSessionsOf,
  listSessionsOf,
} from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./people.repository";

/** Limits counting, so that the cost does not grow with the account. */
const COUNTED = 100_000;

/** Accounts by name, e-mail or number; all of them without a search. */
export async function listPeople({
  page,
  per_page,
  search = "",
}: {
  page: number;
  per_page: number;
  search?: string | undefined;
}): Promise<z.input<typeof billingAdmin.people.response>> {
  const total = await repository.countPeople(search, COUNTED);
  const offset = (page - 1) * per_page;
  const users =
    offset < total ? await repository.findPeople(search, { limit: per_page, offset }) : [];
  return {
    users,
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

/** An account's plan, use and billing records. @throws AppError not_found */
export async function readPerson(
  userId: number,
): Promise<z.input<typeof billingAdmin.person.response>> {
  const { id, account_id: ownerId } = await getPerson(userId, null);
  const [person, billings, required] = await Promise.all([
    repository.findPerson(id, COUNTED),
    listRecordsOf(ownerId),
    findRequiredProvider(id),
  ]);
  if (!person) throw new AppError("not_found", "Usuário não encontrado.");
  const { own_seats: own, seats_used: used } = person;
  return {
    ...person,
    seats: { used, total: getSeats(person.plan, own), own },
    required_issuer: required && nameOf(required),
    billings,
  };
}

/** Where an account is logged in. @throws AppError not_found */
export async function listPersonSessions(actor: Actor, userId: number) {
  const { id } = await getPerson(userId, null);
  return listSessionsOf(actor, id);
}

/** Nobody who is in the account already is put out of it. @throws AppError not_found */
export async function setPersonSeats(actor: Actor, userId: number, { seats }: Seats) {
  return transaction(async () => {
    const { id: targetUserId, account_id: ownerId } = await getPerson(userId, null);
    await setSeats(ownerId, seats);
    const details = { seats: seats ?? "plan" };
    await recordAuditEntry(actor, "account.seats_set", { targetUserId, details });
    return { success: true as const };
  });
}

/** Lets an account's password open it again. @throws AppError not_found; conflict when it already does */
export async function liftPersonIssuer(actor: Actor, userId: number) {
  return transaction(async () => {
    const { id: targetUserId } = await getPerson(userId, null);
    await liftRequirement(targetUserId);
    await recordAuditEntry(actor, "account.issuer_lifted", { targetUserId });
    return { success: true as const };
  });
}

/**
 * Ends an account's sessions at once; for the administrator's own account, all but the current one.
 * @throws AppError not_found
 */
export async function endPersonSessions(actor: Actor, userId: number) {
  return transaction(async () => {
    const { id: targetUserId } = await getPerson(userId, null);
    if (targetUserId === actor.personId) await closeOtherSessions(actor);
    else await closeSessionsOf(targetUserId);
    await recordAuditEntry(actor, "account.sessions_ended", { targetUserId });
    return { success: true as const };
  });
}
