import type { Role } from "@/lib/domain/accounts/roles";
import type { Visibility } from "@/lib/domain/accounts/visibility";
import type { Plan } from "@/lib/domain/plans/plan";
import { type OwnerId, type PersonId, personOfRow, type Reader } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { SIGHT } from "@/server/platform/db/seen";
import { firstRow, rows, sql } from "@/server/platform/db/sql";

interface PersonRow {
  id: PersonId;
  name: string;
  email: string;
  role: Role;
  suspended_at: Date | null;
  last_seen_at: Date | null;
}

/** Bounds the list of an account whose plan once gave it more seats. */
const LISTED = 1_000;

/** Those who may sign in first, each group by name. */
export function findTeam(ownerId: OwnerId): Promise<PersonRow[]> {
  return rows(
    sql`SELECT u.id, u.name, u.email, u.role, u.suspended_at,
               (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at
        FROM users u WHERE u.account_id = ${ownerId}
        ORDER BY u.suspended_at IS NOT NULL, lower(u.name), u.id LIMIT ${LISTED}`,
  );
}

/** `used`: by those who may sign in. */
export function findSeats(ownerId: OwnerId): Promise<{
  plan: Plan;
  seats: number | null;
  used: number;
  visibility: Visibility;
} | null> {
  return firstRow(
    sql`SELECT a.plan, a.seats, a.visibility,
               (SELECT count(*) FROM users u WHERE u.account_id = a.id AND u.suspended_at IS NULL)::int AS used
        FROM accounts a WHERE a.id = ${ownerId}`,
  );
}

/** The same, and until the transaction ends nobody else comes, goes or gets another role. */
export async function lockSeats(ownerId: OwnerId): ReturnType<typeof findSeats> {
  await lockOwner(ownerId);
  return findSeats(ownerId);
}

export async function findPersonOf(
  ownerId: OwnerId,
  personId: number,
): Promise<{ id: PersonId; name: string; role: Role; suspended_at: Date | null } | null> {
  const row = await prisma.user.findFirst({
    where: { account_id: ownerId, id: personId },
    select: { id: true, name: true, role: true, suspended_at: true },
  });
  return row && { ...row, id: personOfRow(row.id), role: row.role as Role };
}

/** Until the transaction ends the row stays as it is. */
export function holdPersonOf(
  ownerId: OwnerId,
  personId: number,
): Promise<{ id: PersonId; suspended_at: Date | null } | null> {
  return firstRow(
    sql`SELECT id, suspended_at FROM users WHERE account_id = ${ownerId} AND id = ${personId} FOR SHARE`,
  );
}

/** Those of these people who may sign in, with what they see; until the transaction ends their rows stay as they are. */
export function holdReaders(
  ownerId: OwnerId,
  ids: readonly number[],
): Promise<(Reader & { name: string })[]> {
  return rows(
    sql`SELECT a.id AS "ownerId", u.id AS "personId", u.name, ${SIGHT}
        FROM users u JOIN accounts a ON a.id = u.account_id
        WHERE u.account_id = ${ownerId} AND u.id = ANY(${ids}::int[]) AND u.suspended_at IS NULL
        ORDER BY u.id FOR SHARE OF u`,
  );
}

/** Owners who may sign in. */
export function countOwners(ownerId: OwnerId): Promise<number> {
  return prisma.user.count({ where: { account_id: ownerId, role: "owner", suspended_at: null } });
}

/** Somebody who comes into an account by an invitation to their mailbox. Returns null when the e-mail is taken. */
export function insertPerson(person: {
  ownerId: OwnerId;
  role: Role;
  name: string;
  email: string;
  passwordHash: string;
}): Promise<{ id: PersonId } | null> {
  return firstRow(
    sql`INSERT INTO users (account_id, role, name, email, password_hash, mailbox_proved_at)
        VALUES (${person.ownerId}, ${person.role}, ${person.name}, ${person.email}, ${person.passwordHash}, now())
        ON CONFLICT DO NOTHING RETURNING id`,
  );
}

export async function setVisibility(ownerId: OwnerId, visibility: Visibility): Promise<void> {
  await prisma.account.updateMany({ where: { id: ownerId }, data: { visibility } });
}

export async function setRole(ownerId: OwnerId, personId: PersonId, role: Role): Promise<void> {
  await prisma.user.updateMany({ where: { id: personId, account_id: ownerId }, data: { role } });
}

export async function setMondayMail(
  ownerId: OwnerId,
  personId: PersonId,
  on: boolean,
): Promise<void> {
  await prisma.user.updateMany({
    where: { id: personId, account_id: ownerId },
    data: { monday_mail: on },
  });
}

export async function setSuspension(
  ownerId: OwnerId,
  personId: PersonId,
  suspendedAt: Date | null,
): Promise<void> {
  await prisma.user.updateMany({
    where: { id: personId, account_id: ownerId },
    data: { suspended_at: suspendedAt },
  });
}

/** Whether anybody signs in with this e-mail, and in which account. */
export async function findAccountOfEmail(email: string): Promise<OwnerId | null> {
  const row = await firstRow<{ account_id: OwnerId }>(
    sql`SELECT account_id FROM users WHERE lower(email) = lower(${email})`,
  );
  return row?.account_id ?? null;
}
