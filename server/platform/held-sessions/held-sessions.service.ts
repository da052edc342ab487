import { AppError } from "@/lib/errors";
import { type Credential, holdCredential } from "./held-sessions.repository";

/**
 * Call first in a transaction that creates something that outlasts the session. Ending sessions locks the
 * person or the account first: so either the creation is already there to be revoked, or the session is over and nothing
 * is created.
 * Creations of one owner run one after the other.
 * @throws AppError unauthenticated
 */
export async function holdSession(by: Credential): Promise<void> {
  if (!(await holdCredential(by))) throw new AppError("unauthenticated");
}
