import type { Deactivation, NewAccount } from "@/lib/contracts/admin";
import { AppError } from "@/lib/errors";
import { type Actor, ownerOfRow } from "@/server/actor";
import { recordAuditEntry } from "@/server/audit/audit.service";
import { orderCancellations } from "@/server/billing/orders.service";
import { stopAllActivities } from "@/server/campaigns/activities.service";
import { transaction } from "@/server/db/transaction";
import { stopAllImports } from "@/server/imports/imports.service";
import { stopAllSearches } from "@/server/searches/searches.service";
import {
  createAccountFor,
  deactivateAccountOf,
  getAccountId,
} from "@/server/users/accounts.service";

/** Mails the new user a link to choose a password. @throws AppError email_taken */
export async function createAccount(actor: Actor, account: NewAccount) {
  const userId = await createAccountFor(account, (targetUserId) =>
    recordAuditEntry(actor, "account.created", { targetUserId }),
  );
  return { success: true, user_id: userId };
}

/**
 * Ends the account's sessions at once and stops its campaigns, searches, imports and subscriptions. @throws AppError not_found;
 * forbidden for the actor's own account; conflict when it is already inactive
 */
export async function deactivateAccount(actor: Actor, { user_id, email }: Deactivation) {
  return transaction(async () => {
    const targetUserId = await getAccountId(user_id ?? null, email || null);
    if (targetUserId === actor.userId) {
      throw new AppError("forbidden", "Você não pode desativar a sua própria conta.");
    }
    await deactivateAccountOf(targetUserId);
    await stopAllActivities(ownerOfRow(targetUserId));
    await stopAllSearches(ownerOfRow(targetUserId));
    await stopAllImports(ownerOfRow(targetUserId));
    await orderCancellations(ownerOfRow(targetUserId));
    await recordAuditEntry(actor, "account.deactivated", { targetUserId });
    return { success: true, user_id: targetUserId };
  });
}
