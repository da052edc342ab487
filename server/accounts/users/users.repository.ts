import type { Plan } from "@/lib/domain/plans/plan";
import { type OwnerId, type PersonId, personOfRow } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, firstRow, type Sql, sql } from "@/server/platform/db/sql";

/** Somebody who signs in, with what their account is. */
export interface UserRow {
  id: PersonId;
  account_id: OwnerId;
  name: string;
  email: string;
  created_at: Date;
  plan: Plan;
  is_active: boolean;
}

export interface ProfileRow extends Omit<UserRow, "account_id"> {
  whatsapp: string | null;
  business_name: string | null;
  business_description: string | null;
  website: string | null;
  conversion_objective: string | null;
}

const USER = sql`u.id, u.name, u.email, u.created_at, a.plan,
  a.is_active AND u.suspended_at IS NULL AS is_active`;
const USERS = sql`users u JOIN accounts a ON a.id = u.account_id`;

function findOne<Row extends object = UserRow>(
  condition: Sql,
  further = empty,
): Promise<Row | null> {
  return firstRow(sql`SELECT ${USER}, u.account_id${further} FROM ${USERS} WHERE ${condition}`);
}

export function findUser(personId: PersonId): Promise<UserRow | null> {
  return findOne(sql`u.id = ${personId}`);
}

/** E-mails are stored in lower case. */
export function findUserForLogin(
  email: string,
): Promise<(UserRow & { password_hash: string }) | null> {
  return findOne(sql`u.email = ${email.toLowerCase()}`, sql`, u.password_hash`);
}

export function findActiveUserByEmail(email: string): Promise<UserRow | null> {
  return findOne(sql`u.email = ${email.toLowerCase()} AND a.is_active AND u.suspended_at IS NULL`);
}

/** By id, e-mail or both, which must then belong to the same person. */
export async function findUserByIdOrEmail(
  userId: number | null,
  email: string | null,
): Promise<UserRow | null> {
  if (userId === null && email === null) return null;
  const byId = userId === null ? sql`true` : sql`u.id = ${userId}`;
  return findOne(email === null ? byId : sql`${byId} AND u.email = ${email.toLowerCase()}`);
}

/**
 * A person who founds an account, by a trigger. Returns null when the e-mail is taken, ignoring case, or the id is: only
 * the administrator's is given.
 */
export async function createUserRow(user: {
  id?: PersonId;
  name: string;
  email: string;
  whatsapp?: string;
  passwordHash: string;
}): Promise<UserRow | null> {
  const created = await firstRow<{ id: PersonId }>(
    sql`INSERT INTO users (id, name, email, whatsapp, password_hash)
        VALUES (coalesce(${user.id ?? null}::int, nextval('users_id_seq')::int), ${user.name}, ${user.email.toLowerCase()},
                ${user.whatsapp ?? null}, ${user.passwordHash})
        ON CONFLICT DO NOTHING RETURNING id`,
  );
  return created && findUser(created.id);
}

export async function setPasswordHash(personId: PersonId, passwordHash: string): Promise<void> {
  await prisma.user.updateMany({ where: { id: personId }, data: { password_hash: passwordHash } });
}

/** Returns false when it was proved before, or `email` is not the account's. */
export async function markMailboxProved(personId: PersonId, email?: string): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: {
      id: personId,
      mailbox_proved_at: null,
      ...(email !== undefined && { email: email.toLowerCase() }),
    },
    data: { mailbox_proved_at: new Date() },
  });
  return count === 1;
}

export async function findPasswordHash(personId: PersonId): Promise<string | null> {
  const user = await prisma.user.findFirst({
    where: { id: personId },
    select: { password_hash: true },
  });
  return user?.password_hash ?? null;
}

/**
 * Keeps the password from changing until the transaction ends. Returns false when it has already changed, or the account
 * is inactive.
 */
export async function lockPasswordHash(personId: PersonId, passwordHash: string): Promise<boolean> {
  const same = await firstRow(
    sql`SELECT 1 FROM ${USERS} WHERE u.id = ${personId} AND u.password_hash = ${passwordHash}
          AND u.suspended_at IS NULL AND a.is_active FOR SHARE`,
  );
  return same !== null;
}

/** Returns false when the hash is no longer `before`. */
export async function replacePasswordHash(
  personId: PersonId,
  before: string,
  after: string,
): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id: personId, password_hash: before },
    data: { password_hash: after },
  });
  return count === 1;
}

export function findProfile(personId: PersonId): Promise<ProfileRow | null> {
  return firstRow(
    sql`SELECT ${USER}, u.whatsapp, a.business_name, a.business_description, a.website, a.conversion_objective
        FROM ${USERS} WHERE u.id = ${personId}`,
  );
}

export async function renamePerson(personId: PersonId, name: string): Promise<void> {
  await prisma.user.updateMany({ where: { id: personId }, data: { name } });
}

/** Everybody of an account. */
export async function findPeople(ownerId: OwnerId): Promise<PersonId[]> {
  const people = await prisma.user.findMany({
    where: { account_id: ownerId },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return people.map(({ id }) => personOfRow(id));
}

/** Leaves rows of people without personal data, for an account that payments keep. */
export async function erasePeople(ownerId: OwnerId): Promise<void> {
  await execute(
    sql`UPDATE users SET name = '', email = 'erased-' || id || '@account.invalid', password_hash = '', whatsapp = NULL
        WHERE account_id = ${ownerId}`,
  );
}
