import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import { paths, sameSitePath } from "@/lib/paths";
import { getIssuer } from "@/server/accounts/identities/issuers.service";
import type { Actor } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { hashToken, seal, unseal } from "@/server/platform/secrets";
import * as repository from "./attempts.repository";
import type { Checks, IssuerFailure, Returned, Vouched } from "./issuer.gateway";
import { createIssuer } from "./issuer.oidc";

/** The time for the whole sign-in, from the first click to the last field. */
export const ATTEMPT_LIFETIME_S = 10 * 60;

const StoredChecks = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/**
 * Starts a sign-in, or the linking that an actor requested. Returns the issuer's page, and the token with which the
 * browser continues.
 * @throws AppError invalid_input for a provider that is not offered; unavailable
 */
export async function beginAttempt(
  provider: SignInProvider,
  { actor, next }: { actor?: Actor; next?: string | undefined },
): Promise<{ address: string; token: string }> {
  const begun = await createIssuer(getIssuer(provider)).begin(returnAddress());
  if (!begun.ok) throw toError(provider, begun);
  const token = randomBytes(32).toString("base64url");
  const tokenHash = hashToken(token);
  await repository.createAttempt({
    tokenHash,
    provider,
    checks: seal(JSON.stringify(begun.checks), placeOf(tokenHash)),
    owner: actor ? { personId: actor.personId, sessionId: actor.sessionId } : null,
    nextPath: sameSitePath(next),
    expiresAt: new Date(Date.now() + ATTEMPT_LIFETIME_S * 1000),
  });
  return { address: begun.address, token };
}

/**
 * Returns the person that the issuer vouches for, and the attempt, which no other return can use.
 * @throws AppError sign_in_over, sign_in_refused, unavailable
 */
export async function finishAtIssuer(
  token: string,
  returned: Returned,
): Promise<{ attempt: repository.BegunAttempt; person: Vouched }> {
  const tokenHash = hashToken(token);
  const attempt = await repository.takeReturn(tokenHash);
  const checks = attempt && readChecks(tokenHash, attempt.checks);
  if (!checks) throw new AppError("sign_in_over");
  const { provider } = attempt;
  const finished = await createIssuer(getIssuer(provider)).finish(
    returnAddress(),
    returned,
    checks,
  );
  if (!finished.ok) throw toError(provider, finished);
  return { attempt, person: finished.person };
}

function returnAddress(): string {
  return new URL(paths.signInReturn, env.APP_URL).toString();
}

function placeOf(tokenHash: Buffer): string {
  return `sign_in_attempts.checks ${tokenHash.toString("hex")}`;
}

function readChecks(tokenHash: Buffer, sealed: string): Checks | null {
  const text = unseal(sealed, placeOf(tokenHash));
  return text === null ? null : StoredChecks.parse(JSON.parse(text));
}

function toError(provider: SignInProvider, { reason, detail }: IssuerFailure): AppError {
  const { name } = getIssuer(provider);
  if (reason === "denied") {
    return new AppError("sign_in_refused", "A entrada foi cancelada. Tente de novo quando quiser.");
  }
  logger.warn({ provider, reason, detail }, "issuer");
  return reason === "unavailable"
    ? new AppError("unavailable", `${name} não respondeu. Tente de novo em instantes.`)
    : new AppError("sign_in_refused", `${name} não confirmou quem você é. Comece de novo.`);
}
