import type { ProfileChange } from "@/lib/contracts/accounts/users";
import type { Plan } from "@/lib/domain/plans/plan";
import { type OwnerId, type PersonId, personOfRow } from "@/server/platform/actor";
import type { User } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

const SELECTED = {
  id: true,
  name: true,
  email: true,
  plan: true,
  is_active: true,
  created_at: true,
} as const;

/** `plan` is narrowed: the column's CHECK allows no other value. The id is the person's. */
export type UserRow = Known<Pick<User, keyof typeof SELECTED>>;

const PROFILE = {
  ...SELECTED,
  whatsapp: true,
  business_name: true,
  business_description: true,
  website: true,
  conversion_objective: true,
} as const;

export type ProfileRow = Known<Pick<User, keyof typeof PROFILE>>;

type Known<Row extends { id: number; plan: string }> = Omit<Row, "id" | "plan"> & {
  id: PersonId;
  plan: Plan;
};

export async function findUser(personId: PersonId): Promise<UserRow | null> {
  const user = await prisma.user.findFirst({ where: { id: personId }, select: SELECTED });
  return user as UserRow | null;
}

/** E-mails are stored in lower case. */
export async function findUserForLogin(
  email: string,
): Promise<(UserRow & { password_hash: string }) | null> {
  const user = await prisma.user.findFirst({
    where: { email: email.toLowerCase() },
    select: { ...SELECTED, password_hash: true },
  });
  return user as (UserRow & { password_hash: string }) | null;
}

/** Returns null when the e-mail is taken, ignoring case. */
export async function createUserRow(user: {
  name: string;
  email: string;
  whatsapp: string;
  passwordHash: string;
}): Promise<UserRow | null> {
  const { name, email, whatsapp, passwordHash } = user;
  const [created] = await prisma.user.createManyAndReturn({
    data: { name, email: email.toLowerCase(), whatsapp, password_hash: passwordHash },
    skipDuplicates: true,
    select: SELECTED,
  });
  return (created ?? null) as UserRow | null;
}

export async function findActiveUserByEmail(email: string): Promise<{ id: PersonId } | null> {
  const user = await prisma.user.findFirst({
    where: { email: email.toLowerCase(), is_active: true },
    select: { id: true },
  });
  return user && { id: personOfRow(user.id) };
}

/** By id, e-mail or both, which must then belong to the same account. */
export async function findUserByIdOrEmail(
  userId: number | null,
  email: string | null,
): Promise<UserRow | null> {
  if (userId === null && email === null) return null;
  const user = await prisma.user.findFirst({
    where: {
      ...(userId !== null && { id: userId }),
      ...(email !== null && { email: email.toLowerCase() }),
    },
    select: SELECTED,
  });
  return user as UserRow | null;
}

/** Returns false when it was not active. */
export async function deactivateUserRow(ownerId: OwnerId): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id: ownerId, is_active: true },
    data: { is_active: false },
  });
  return count === 1;
}

/** Returns false when it has that plan already. */
export async function setPlan(ownerId: OwnerId, plan: Plan): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id: ownerId, plan: plan === "free" ? { not: "free" } : "free" },
    data: { plan },
  });
  return count === 1;
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
    sql`SELECT 1 FROM users WHERE id = ${personId} AND password_hash = ${passwordHash} AND is_active FOR SHARE`,
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

/** For the only account with a fixed id. Returns null when the id or the e-mail is taken. */
export async function createUserRowWithId(
  personId: PersonId,
  user: { name: string; email: string; plan: Plan; passwordHash: string },
): Promise<UserRow | null> {
  const { name, email, plan, passwordHash } = user;
  const [created] = await prisma.user.createManyAndReturn({
    data: { id: personId, name, email: email.toLowerCase(), plan, password_hash: passwordHash },
    skipDuplicates: true,
    select: SELECTED,
  });
  return (created ?? null) as UserRow | null;
}

export async function findProfile(personId: PersonId): Promise<ProfileRow | null> {
  const user = await prisma.user.findFirst({ where: { id: personId }, select: PROFILE });
  return user as ProfileRow | null;
}

/** Changes only the fields given. */
export async function updateProfile(
  personId: PersonId,
  { email: _, ...change }: ProfileChange,
): Promise<ProfileRow | null> {
  const [user] = await prisma.user.updateManyAndReturn({
    where: { id: personId },
    data: change,
    select: PROFILE,
  });
  return (user ?? null) as ProfileRow | null;
}

/** Returns false when it is not active, or its deletion is already planned. */
export async function setDeletion(ownerId: OwnerId, deletionAt: Date): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { id: ownerId, is_active: true, deletion_at: null },
    data: { deletion_at: deletionAt },
  });
  return count === 1;
}

/** Also of an account that is not active. */
export async function moveDeletion(ownerId: OwnerId, deletionAt: Date): Promise<void> {
  await prisma.user.updateMany({
    where: { id: ownerId, erased_at: null },
    data: { deletion_at: deletionAt },
  });
}

export async function clearDeletion(ownerId: OwnerId): Promise<void> {
  await prisma.user.updateMany({ where: { id: ownerId }, data: { deletion_at: null } });
}

/** Keeps other transactions from adding rows that refer to the account until this one ends. */
export async function lockUserRow(ownerId: OwnerId): Promise<void> {
  await execute(sql`SELECT 1 FROM users WHERE id = ${ownerId} FOR UPDATE`);
}

/** Leaves a row without personal data that payments refer to. */
export async function eraseUserRow(ownerId: OwnerId): Promise<void> {
  await execute(
    sql`UPDATE users SET name = '', email = 'erased-' || id || '@account.invalid', password_hash = '', is_active = false,
               whatsapp = NULL, conversion_objective = NULL, business_name = NULL, business_description = NULL, website = NULL,
               deletion_at = NULL, erased_at = now()
        WHERE id = ${ownerId}`,
  );
}

export async function deleteUserRow(ownerId: OwnerId): Promise<void> {
  await prisma.user.deleteMany({ where: { id: ownerId } });
}
