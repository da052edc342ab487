import { z } from "zod";
import { type PersonId, personOfRow } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { hashToken, sealBytes, unsealBytes } from "@/server/platform/secrets";

/** What an answer may be used for: one made to sign in cannot add a passkey, and proves nothing else. */
export type Purpose = "sign-in" | "add" | "prove";

export const CHALLENGE_MS = 5 * 60_000;
/** A challenge sealed with the installation's secret has about 130 characters. */
const MOST_CHARACTERS = 500;

const Sealed = z.object({
  userId: z.number().nullable(),
  expiresAt: z.number(),
});

export interface Challenge {
  /** Its user; null where nobody is signed in yet. */
  personId: PersonId | null;
  expiresAt: Date;
  /** Key under which its only answer is stored. */
  hash: Buffer;
}

/**
 * A challenge is not stored until it is answered, so that strangers who only request challenges leave no rows. The
 * seal's nonce makes each one unique.
 */
export function createChallenge(purpose: Purpose, personId: PersonId | null): string {
  const content = { userId: personId, expiresAt: Date.now() + CHALLENGE_MS };
  return sealBytes(JSON.stringify(content), sealedFor(purpose)).toString("base64url");
}

/** Returns null for a challenge that is not ours, was created for another purpose, or has expired. */
export function openChallenge(challenge: string, purpose: Purpose): Challenge | null {
  if (challenge.length > MOST_CHARACTERS) return null;
  const bytes = Buffer.from(challenge, "base64url");
  const content = unsealBytes(bytes, sealedFor(purpose));
  const parsed = content === null ? null : Sealed.safeParse(readJson(content));
  if (!parsed?.success) return null;
  const { userId, expiresAt } = parsed.data;
  if (expiresAt < Date.now()) return null;
  return {
    personId: userId === null ? null : personOfRow(userId),
    expiresAt: new Date(expiresAt),
    hash: hashToken(bytes.toString("base64")),
  };
}

function sealedFor(purpose: Purpose): string {
  return `passkey challenge to ${purpose}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where passkeys are created and used: the product's own address. */
export function getRelyingParty() {
  const { origin, hostname } = new URL(env.APP_URL);
  return { origin, id: hostname };
}

/** How devices name the account; they keep one passkey for each. */
export function getUserHandle(personId: PersonId): string {
  return Buffer.from(`garimpo ${personId}`).toString("base64url");
}
