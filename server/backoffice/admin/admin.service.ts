import type { Deactivation, NewAccount } from "@/lib/contracts/backoffice/admin";
import { AppError } from "@/lib/errors";
import {
  createAccountFor,
  deactivateAccountOf,
  getPerson,
} from "@/server/accounts/users/accounts.service";
import { stopAllWork } from "@/server/custody/account-deletions/stop-work.service";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";

/** Mails the new user a link to choose a password. @throws AppError email_taken */
export async function createAccount(actor: Actor, account: NewAccount) {
  const userId = await createAccountFor(account, (targetUserId) =>
    recordAuditEntry(actor, "account.created", { targetUserId }),
  );
  return { success: true, user_id: userId };
}

/**
 * Ends the account's sessions, tokens and streams at once, and all work for it.
 * @throws AppError not_found; forbidden for the actor's own account; conflict when it is already inactive
 */
export async function deactivateAccount(actor: Actor, { user_id, email }: Deactivation) {
  return transaction(async () => {
    const { id: targetUserId, account_id: ownerId } = await getPerson(
      user_id ?? null,
      email || null,
    );
    if (targetUserId === actor.personId) {
      throw new AppError("forbidden", "Você não pode desativar a sua própria conta.");
    }
    await deactivateAccountOf(ownerId);
    await stopAllWork(ownerId);
    await recordAuditEntry(actor, "account.deactivated", { targetUserId });
    return { success: true, user_id: targetUserId };
  });
}
