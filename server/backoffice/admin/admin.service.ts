import type { Deactivation, NewAccount } from "@/lib/contracts/backoffice/admin";
import { AppError } from "@/lib/errors";
import {
  createAccountFor,
  deactivateAccountOf,
  getAccountId,
} from "@/server/accounts/users/accounts.service";
import { orderCancellations } from "@/server/billing/billing/orders.service";
import { stopAllActivities } from "@/server/campaigns/campaigns/activities.service";
import { stopAllSearches } from "@/server/discovery/searches/searches.service";
import { stopAllWebhooks } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { stopAllImports } from "@/server/leads/imports/imports.service";
import { scheduleLogOut } from "@/server/messaging/whatsapp/pairing.service";
import { type Actor, ownerOfRow, type UserId } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { cancelMailsOf } from "@/server/platform/mail/mail.service";

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
