import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import { ROLE_NEEDED, type Role, reaches } from "@/lib/domain/accounts/roles";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { authenticate } from "@/server/platform/auth/credentials.service";
import type { Exchange } from "./exchange";
import { countAttempt } from "./rate-limit";

/** Limit for each API token, over all endpoints. */
const API_TOKEN_LIMIT = { name: "API token", points: 600, windowSeconds: 60 };

interface Terms extends NonNullable<Parameters<typeof authenticate>[2]> {
  /** What the caller must at least be in the account. */
  role?: Role | undefined;
}

/**
 * Returns the caller, records it for the log, and counts the calls of an API token.
 * @throws AppError as authenticate; rate_limited; forbidden for a person of a lesser role
 */
export async function identifyCaller(
  request: Request,
  log: Exchange,
  scope: ApiScope | null,
  { role = "seller", ...terms }: Terms = {},
): Promise<Actor> {
  const actor = await authenticate(request, scope, terms);
  log.ownerId = actor.ownerId;
  log.personId = actor.personId;
  if (actor.apiTokenId !== undefined) {
    await countAttempt(API_TOKEN_LIMIT, `token ${actor.apiTokenId}`, log);
  }
  if (!reaches(actor.role, role)) throw new AppError("forbidden", ROLE_NEEDED[role]);
  return actor;
}
