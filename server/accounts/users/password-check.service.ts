import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { verifyPassword } from "./password.service";
import { findPasswordHash } from "./users.repository";

/**
 * Checks the actor's own password, asked for again before a dangerous act. Returns its hash.
 * @throws AppError invalid_input on `current_password`; rate_limited, unavailable
 */
export async function requirePassword({ userId }: Actor, password: string): Promise<string> {
  const hash = await findPasswordHash(userId);
  if (hash && (await verifyPassword(password, hash, `account ${userId}`))) return hash;
  const sentence = "Senha atual incorreta.";
  throw new AppError("invalid_input", sentence, { fields: { current_password: sentence } });
}
