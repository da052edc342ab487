import type { Deactivation, NewAccount } from "@/lib/contracts/admin";
import { AppError } from "@/lib/errors";
import { type Actor, ownerOfRow, type UserId } from "@/server/actor";
import { recordAuditEntry } from "@/server/audit/audit.service";
import { orderCancellations } from "@/server/billing/orders.service";
import { stopAllActivities } from "@/server/campaigns/activities.service";
import { transaction } from "@/server/db/transaction";
import { stopAllImports } from "@/server/imports/imports.service";
import { cancelMailsOf } from "@/server/mail/mail.service";
import { stopAllSearches } from "@/server/searches/searches.service";
import {
  createAccountFor,
  deactivateAccountOf,
  getAccountId,
} from "@/server/users/accounts.service";
import { stopAllWebhooks } from "@/server/webhook-deliveries/webhook-deliveries.service";
import { scheduleLogOut } from "@/server/whatsapp/whatsapp.service";

/** Mails the new user a link to choose a password. @throws AppError email_taken */
export async function createAccount(actor: Actor, account: NewAccount) {
  const userId = await createAccountFor(account, (targetUserId) =>
    recordAuditEntry(actor, "account.created", { targetUserId }),
  );
  return { success: true, user_id: userId };
}

/**
 * Ends the account's sessions, tokens and streams at once, and all that is done for it.
 * @throws AppError not_found; forbidden for the actor's own account; conflict when it is already inactive
 */
export async function deactivateAccount(actor: Actor, { user_id, email }: Deactivation) {
  return transaction(async () => {
    const targetUserId = await getAccountId(user_id ?? null, email || null);
    if (targetUserId === actor.userId) {
      throw new AppError("forbidden", "Você não pode desativar a sua própria conta.");
    }
    await deactivateAccountOf(targetUserId);
    await stopAllWork(ownerOfRow(targetUserId));
    await recordAuditEntry(actor, "account.deactivated", { targetUserId });
    return { success: true, user_id: targetUserId };
  });
}

/** What was asked for is ended here; whatever claims work for an account leaves out those that are not active. */
async function stopAllWork(ownerId: UserId): Promise<void> {
  await stopAllActivities(ownerId);
  await stopAllSearches(ownerId);
  await stopAllImports(ownerId);
  await stopAllWebhooks(ownerId);
  await scheduleLogOut(ownerId);
  await cancelMailsOf(ownerId);
  await orderCancellations(ownerId);
}
