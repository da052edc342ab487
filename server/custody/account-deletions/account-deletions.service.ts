import type { AccountDeletion, DeletionRequest } from "@/lib/contracts/custody/account-deletion";
import { DELETION_DAYS } from "@/lib/domain/custody/account-deletion";
import { AppError } from "@/lib/errors";
import { profilePaths } from "@/lib/paths";
import { markLeaving, markStaying } from "@/server/accounts/users/accounts.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { findBillingTies } from "@/server/billing/billing/orders.service";
import {
  countPausedActivities,
  pauseAllActivities,
} from "@/server/campaigns/campaigns/plan/activities.service";
import { missDueCampaigns } from "@/server/campaigns/campaigns/plan/restored-campaigns.service";
import { stopAllSearches } from "@/server/discovery/searches/searches.service";
import { missDueMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor } from "@/server/platform/actor";
import { closeOtherSessions } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { notifyOwners } from "@/server/platform/mail/mail.service";
import * as repository from "./account-deletions.repository";

const REMINDED_AT_ONCE = 100;

const PAUSED =
  "Pausada porque você pediu a exclusão da conta. Se desfizer o pedido, continue-a quando quiser.";
const MISSED =
  "Neste horário a conta esperava a exclusão: não foi enviado, e não sai depois sem você pedir.";

export async function getDeletion({ ownerId }: Actor) {
  const [open, ties] = await Promise.all([
    repository.findOpenDeletion(ownerId),
    findBillingTies(ownerId),
  ]);
  return {
    deletion: open && toDeletion(open),
    keeps_payments: ties.hasRecords,
    has_subscription: ties.hasSubscription,
  };
}

/**
 * Requests the account's deletion in 7 days. Until then the user may withdraw it, and nothing is sent or changed for
 * the account: claims of work skip it, and the front door allows it only to read.
 * @throws AppError invalid_input; forbidden for the administrator; conflict when it was requested before; rate_limited
 */
export async function requestDeletion(actor: Actor, request: DeletionRequest) {
  const { ownerId } = actor;
  if (actor.isAdmin) {
    throw new AppError("forbidden", "A conta do administrador não pode ser excluída.");
  }
  await requireProof(actor, request);
  return transaction(async () => {
    const row = await repository.insertDeletion(ownerId, DELETION_DAYS);
    if (!row) throw new AppError("conflict", "A exclusão desta conta já foi pedida.");
    await markLeaving(ownerId, row.due_at);
    await pauseAllActivities(ownerId, PAUSED);
    await stopAllSearches(ownerId);
    await closeOtherSessions(actor);
    await recordAction(actor, "deletion_requested");
    await notifyOwners(ownerId, "deletion_requested", profilePaths.ownData);
    return { deletion: toDeletion(row) };
  });
}

/**
 * Withdraws the deletion. Nothing starts at once: running campaigns stay paused until their owner continues them, and
 * messages that were due meanwhile are missed.
 * @throws AppError conflict when there is none, or it has begun
 */
export async function cancelDeletion(actor: Actor) {
  const { ownerId } = actor;
  return transaction(async () => {
    if (!(await repository.cancelDeletion(ownerId))) {
      throw new AppError("conflict", "Esta conta não espera uma exclusão.");
    }
    await markStaying(ownerId);
    const missed_campaigns = await missDueCampaigns(MISSED, ownerId);
    const missed_messages = await missDueMessages(ownerId, MISSED);
    await recordAction(actor, "deletion_undone");
    const paused_campaigns = await countPausedActivities(ownerId);
    return { deletion: null, paused_campaigns, missed_campaigns, missed_messages };
  });
}

/** Mails each owner once, on the day before. */
export const remindOfDeletions = defineDuty({
  name: "remind of deletions",
  everyS: 60,
  run: () =>
    transaction(async () => {
      for (const ownerId of await repository.claimReminders(REMINDED_AT_ONCE)) {
        await notifyOwners(ownerId, "deletion_tomorrow", profilePaths.ownData);
      }
    }),
});

function toDeletion({ requested_at, due_at }: repository.DeletionRow): AccountDeletion {
  return { requested_at: requested_at.toISOString(), due_at: due_at.toISOString() };
}
