import type { PersonId } from "@/server/platform/actor";
import { markMailboxProved } from "./users.repository";

/**
 * Records that the current user holds the account's mailbox: a mailed link was followed, or an issuer vouched for
 * `email`, which counts when it is the account's. Returns true the first time. Joins the current transaction.
 */
export function proveMailbox(personId: PersonId, email?: string): Promise<boolean> {
  return markMailboxProved(personId, email);
}
