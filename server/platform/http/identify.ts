import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import type { Actor } from "@/server/platform/actor";
import { authenticate } from "@/server/platform/auth/credentials.service";
import type { Exchange } from "./exchange";
import { countAttempt } from "./rate-limit";

/** Limit for each API token, over all endpoints. */
const API_TOKEN_LIMIT = { name: "API token", points: 600, windowSeconds: 60 };

/**
 * Returns the caller, records it for the log, and counts the calls of an API token.
 * @throws AppError as authenticate; rate_limited
 */
export async function identifyCaller(
  request: Request,
  log: Exchange,
  scope: ApiScope | null,
  terms: Parameters<typeof authenticate>[2] = {},
): Promise<Actor> {
  const actor = await authenticate(request, scope, terms);
  log.ownerId = actor.ownerId;
  log.personId = actor.personId;
  if (actor.apiTokenId !== undefined) {
    await countAttempt(API_TOKEN_LIMIT, `token ${actor.apiTokenId}`, log);
  }
  return actor;
}
