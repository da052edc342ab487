import { randomBytes } from "node:crypto";
import type { NewApiToken } from "@/lib/contracts/platform/api-tokens";
import { API_TOKEN_PREFIX, type ApiScope, MOST_API_TOKENS } from "@/lib/domain/accounts/api-scopes";
import { AppError } from "@/lib/errors";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { type Actor, isAdminId } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { publishSessionEnd } from "@/server/platform/live/publish";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import { hashToken } from "@/server/platform/secrets";
import * as repository from "./api-tokens.repository";

const TOKEN_BYTES = 32;
/** Enough to distinguish a user's tokens, without helping to guess the rest. */
const VISIBLE_LENGTH = API_TOKEN_PREFIX.length + 4;
const TOUCHED_EVERY_MS = 60_000;

/** Whether a credential has the form of an API token; all others are sessions'. */
export function isApiToken(credential: string): boolean {
  return credential.startsWith(API_TOKEN_PREFIX);
}

/** Returns who a token acts for and what it may do; null for one that is unknown, expired, revoked or deactivated. */
export async function findTokenActor(
  token: string,
): Promise<{ actor: Actor; scopes: readonly ApiScope[] } | null> {
  const row = await repository.findLiveToken(hashToken(token));
  if (!row) return null;
  // Avoids a write on every request.
  if (Date.now() - (row.last_used_at?.getTime() ?? 0) > TOUCHED_EVERY_MS) {
    await repository.touchToken(row.id);
  }
  const actor = {
    ownerId: row.owner_id,
    personId: row.person_id,
    sessionId: sessionOf(row.id),
    role: row.role,
    sight: row.sight,
    plan: row.plan,
    isAdmin: isAdminId(row.person_id),
    apiTokenId: row.id,
    ...(row.is_leaving && { isLeaving: true as const }),
  };
  return { actor, scopes: row.scopes };
}

export async function listApiTokens(
  actor: Actor,
): Promise<{ api_tokens: repository.ApiTokenRow[] }> {
  return { api_tokens: await repository.findTokens(actor) };
}

/**
 * Creates a token, which is returned once; only its hash is stored.
 * @throws AppError conflict when there are too many
 */
export async function createApiToken(
  actor: Actor,
  { name, scopes, expires_in_days }: NewApiToken,
): Promise<{ api_token: repository.ApiTokenRow; token: string }> {
  const token = API_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await transaction(async () => {
    await holdSession(actor);
    const created = await repository.insertToken(
      actor,
      {
        name,
        scopes: [...new Set(scopes)],
        tokenHash: hashToken(token),
        beginning: token.slice(0, VISIBLE_LENGTH),
        expiresInDays: expires_in_days,
      },
      MOST_API_TOKENS,
    );
    if (!created) {
      throw new AppError("conflict", `Você pode ter até ${MOST_API_TOKENS} tokens.`);
    }
    await recordAuditEntry(actor, "api_token.created", {
      targetUserId: actor.personId,
      details: { id: created.id, name, scopes: created.scopes.join(", ") },
    });
    await recordAction(actor, "token_created", { name });
    await notifyPerson(actor.personId, "api_token_added");
    return created;
  });
  return { api_token: row, token };
}

/** Revokes a token and ends its event streams. @throws AppError not_found */
export async function revokeApiToken(actor: Actor, id: number): Promise<{ success: true }> {
  await transaction(async () => {
    const name = await repository.revokeToken(actor, id);
    if (name === null) throw new AppError("not_found", "Token não encontrado.");
    await recordAuditEntry(actor, "api_token.revoked", {
      targetUserId: actor.personId,
      details: { id, name },
    });
    await recordAction(actor, "token_revoked", { name });
    publishSessionEnd(actor.personId, sessionOf(id));
  });
  return { success: true };
}

/** Revokes every token that a person made. Joins the current transaction; the caller ends the person's streams. */
export function revokeApiTokensOf(maker: Pick<Actor, "ownerId" | "personId">): Promise<void> {
  return repository.revokeTokens(maker);
}

/** The name of a token's event streams, among the ids of sessions. */
function sessionOf(tokenId: number): string {
  return `token ${tokenId}`;
}
