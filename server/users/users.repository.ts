import type { Plan } from "@/lib/domain/plans/plan";
import { execute, firstRow, sql } from "@/server/db/sql";

export interface UserRow {
  id: number;
  name: string;
  email: string;
  plan: Plan;
  is_active: boolean;
  created_at: Date;
}

const COLUMNS = sql`id, name, email, plan, is_active, created_at`;

export function findUser(userId: number): Promise<UserRow | null> {
  return firstRow(sql`SELECT ${COLUMNS} FROM users WHERE id = ${userId}`);
}

export function findUserForLogin(
  email: string,
): Promise<(UserRow & { password_hash: string }) | null> {
  return firstRow(
    sql`SELECT ${COLUMNS}, password_hash FROM users WHERE lower(email) = ${email.toLowerCase()}`,
  );
}

/** Null when the e-mail is taken, in any case. */
export function createUserRow(user: {
  name: string;
  email: string;
  whatsapp: string;
  passwordHash: string;
}): Promise<UserRow | null> {
  return firstRow(
    sql`INSERT INTO users (name, email, whatsapp, password_hash)
        VALUES (${user.name}, ${user.email.toLowerCase()}, ${user.whatsapp}, ${user.passwordHash})
        ON CONFLICT DO NOTHING
        RETURNING ${COLUMNS}`,
  );
}

export function findActiveUserByEmail(email: string): Promise<{ id: number } | null> {
  return firstRow(
    sql`SELECT id FROM users WHERE lower(email) = ${email.toLowerCase()} AND is_active`,
  );
}

/** By id, e-mail or both, which must then name the same account. */
export function findUserByIdOrEmail(
  userId: number | null,
  email: string | null,
): Promise<UserRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS} FROM users
        WHERE (${userId}::int IS NULL OR id = ${userId}) AND (${email}::text IS NULL OR lower(email) = lower(${email}))
          AND (${userId}::int IS NOT NULL OR ${email}::text IS NOT NULL)`,
  );
}

/** False when it was not active. */
export async function deactivateUserRow(userId: number): Promise<boolean> {
  const changed = await execute(
    sql`UPDATE users SET is_active = false WHERE id = ${userId} AND is_active`,
  );
  return changed === 1;
}

export async function setPasswordHash(userId: number, passwordHash: string): Promise<void> {
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`);
}

/** The one account whose id is chosen. Null when the id or the e-mail is taken. */
export function createUserRowWithId(
  userId: number,
  user: { name: string; email: string; plan: Plan; passwordHash: string },
): Promise<UserRow | null> {
  return firstRow(
    sql`INSERT INTO users (id, name, email, plan, password_hash)
        VALUES (${userId}, ${user.name}, ${user.email.toLowerCase()}, ${user.plan}, ${user.passwordHash})
        ON CONFLICT DO NOTHING
        RETURNING ${COLUMNS}`,
  );
}
