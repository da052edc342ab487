import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { holdCredential } from "./held-sessions.repository";

/**
 * Call first in a transaction that makes what outlasts the session. Who ends an account's sessions locks the account
 * before: either what is made is there to be taken back, or the session is over and nothing is made. Creations of one
 * owner take turns.
 * @throws AppError unauthenticated
 */
export async function holdSession({
  userId,
  sessionId,
  apiTokenId,
}: Pick<Actor, "userId" | "sessionId" | "apiTokenId">): Promise<void> {
  if (!(await holdCredential(userId, sessionId, apiTokenId))) throw new AppError("unauthenticated");
}
