import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import type { PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

/** What a user still has to give after the issuer vouched for them. */
export type OpenStep = "code" | "password" | "registration";

export interface BegunAttempt {
  provider: SignInProvider;
  /** State, nonce and verifier, sealed. */
  checks: string;
  /** The account that asked to link an identity, in its session; null for a sign-in. */
  user_id: PersonId | null;
  session_id: string | null;
  next_path: string | null;
}

export interface OpenAttempt {
  provider: SignInProvider;
  step: OpenStep;
  /** The account whose code has to be given. */
  user_id: PersonId | null;
  issuer: string;
  subject: string;
  /** The e-mail that the issuer verified; for a linked identity, the account's. */
  email: string;
  next_path: string | null;
}

export async function createAttempt(
  attempt: Omit<BegunAttempt, "user_id" | "session_id" | "next_path"> & {
    tokenHash: Buffer;
    expiresAt: Date;
    owner: { personId: PersonId; sessionId: string } | null;
    nextPath: string | null;
  },
): Promise<void> {
  await prisma.signInAttempt.create({
    data: {
      token_hash: new Uint8Array(attempt.tokenHash),
      provider: attempt.provider,
      checks: attempt.checks,
      user_id: attempt.owner?.personId ?? null,
      session_id: attempt.owner?.sessionId ?? null,
      next_path: attempt.nextPath,
      expires_at: attempt.expiresAt,
    },
    select: { provider: true },
  });
}

/** Of several returns with the same token, only one gets the attempt. */
export function takeReturn(tokenHash: Buffer): Promise<BegunAttempt | null> {
  return firstRow(
    sql`UPDATE sign_in_attempts SET step = 'returned'
        WHERE token_hash = ${tokenHash} AND step = 'issuer' AND expires_at > now()
        RETURNING provider, checks, user_id, session_id, next_path`,
  );
}

/** Stores the identity that the issuer vouched for, until the user has given what is missing. */
export async function keepStep(
  tokenHash: Buffer,
  open: {
    step: OpenStep;
    personId: PersonId | null;
    issuer: string;
    subject: string;
    email: string;
  },
): Promise<void> {
  const { step, personId, issuer, subject, email } = open;
  await prisma.signInAttempt.updateMany({
    where: { token_hash: new Uint8Array(tokenHash), step: "returned" },
    data: { step, user_id: personId, issuer, subject, email },
  });
}

/** Counts a try before the given proof is checked. Returns null when no try is left. */
export function countTry(tokenHash: Buffer, most: number): Promise<OpenAttempt | null> {
  return firstRow(
    sql`UPDATE sign_in_attempts SET tries = tries + 1
        WHERE token_hash = ${tokenHash} AND step IN ('code', 'password') AND tries < ${most} AND expires_at > now()
        RETURNING provider, step, user_id, issuer, subject, email, next_path`,
  );
}

/** Of several requests that finish the attempt, only one gets it. */
export function takeOpen(tokenHash: Buffer): Promise<OpenAttempt | null> {
  return firstRow(
    sql`DELETE FROM sign_in_attempts
        WHERE token_hash = ${tokenHash} AND step IN ('code', 'password', 'registration') AND expires_at > now()
        RETURNING provider, step, user_id, issuer, subject, email, next_path`,
  );
}

export async function deleteAttempt(tokenHash: Buffer): Promise<void> {
  await prisma.signInAttempt.deleteMany({ where: { token_hash: new Uint8Array(tokenHash) } });
}
