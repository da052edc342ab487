import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { type PersonId, personOfRow } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, sql } from "@/server/platform/db/sql";

export interface IdentityRow {
  provider: SignInProvider;
  issuer: string;
  email: string;
  is_required: boolean;
  linked_at: Date;
  last_used_at: Date | null;
}

/** A person, as an issuer identifies them. */
export interface Subject {
  issuer: string;
  subject: string;
}

export async function findIdentities(personId: PersonId): Promise<IdentityRow[]> {
  const found = await prisma.identity.findMany({
    where: { user_id: personId },
    select: {
      provider: true,
      issuer: true,
      email: true,
      is_required: true,
      linked_at: true,
      last_used_at: true,
    },
  });
  return found as IdentityRow[];
}

export async function findPersonOf({ issuer, subject }: Subject): Promise<PersonId | null> {
  const identity = await prisma.identity.findFirst({
    where: { issuer, subject },
    select: { user_id: true },
  });
  return identity && personOfRow(identity.user_id);
}

/** Returns false when the subject is already linked, or the account has an identity of this provider. */
export async function createIdentity(
  identity: Subject & { personId: PersonId; provider: SignInProvider; email: string },
): Promise<boolean> {
  const { personId, ...data } = identity;
  const { count } = await prisma.identity.createMany({
    data: { user_id: personId, ...data },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Returns false when the account has it no longer. */
export async function touchIdentity(
  personId: PersonId,
  { issuer, subject }: Subject,
): Promise<boolean> {
  const touched = await execute(
    sql`UPDATE identities SET last_used_at = now()
        WHERE user_id = ${personId} AND issuer = ${issuer} AND subject = ${subject}`,
  );
  return touched === 1;
}

/** Returns false when there is none, or the account requires it. */
export async function deleteIdentity(
  personId: PersonId,
  provider: SignInProvider,
): Promise<boolean> {
  const { count } = await prisma.identity.deleteMany({
    where: { user_id: personId, provider, is_required: false },
  });
  return count === 1;
}

/** Also deletes a required one. Returns their providers. */
export async function deleteIdentitiesOf(personId: PersonId): Promise<SignInProvider[]> {
  const deleted = await rows<{ provider: SignInProvider }>(
    sql`DELETE FROM identities WHERE user_id = ${personId} RETURNING provider`,
  );
  return deleted.map(({ provider }) => provider);
}

/** Returns false when there is none, or nothing would change. A requirement of another identity ends. */
export async function setRequired(
  personId: PersonId,
  provider: SignInProvider,
  required: boolean,
): Promise<boolean> {
  if (required) {
    await prisma.identity.updateMany({
      where: { user_id: personId, provider: { not: provider }, is_required: true },
      data: { is_required: false },
    });
  }
  const { count } = await prisma.identity.updateMany({
    where: { user_id: personId, provider, is_required: !required },
    data: { is_required: required },
  });
  return count === 1;
}

/** Returns false when none was required. */
export async function liftRequirement(personId: PersonId): Promise<boolean> {
  const { count } = await prisma.identity.updateMany({
    where: { user_id: personId, is_required: true },
    data: { is_required: false },
  });
  return count > 0;
}

export async function findRequired(
  personId: PersonId,
): Promise<{ provider: SignInProvider; issuer: string } | null> {
  const identity = await prisma.identity.findFirst({
    where: { user_id: personId, is_required: true },
    select: { provider: true, issuer: true },
  });
  return identity as { provider: SignInProvider; issuer: string } | null;
}

/** Keeps the requirement from changing until the transaction ends. */
export async function lockIdentities(personId: PersonId): Promise<void> {
  await rows(sql`SELECT 1 FROM identities WHERE user_id = ${personId} FOR SHARE`);
}
