import type { z } from "zod/mini";
import type { Recovery } from "@/lib/contracts/backoffice/recovery";
import { AppError } from "@/lib/errors";
import { revokeAllInvitations } from "@/server/accounts/team/invitations.service";
import { revokeAllPasswordResets } from "@/server/accounts/users/password-reset.service";
import { resumeRestoredCampaigns } from "@/server/campaigns/campaigns/plan/restored-campaigns.service";
import { restoreDeletions } from "@/server/custody/account-deletions/restored-deletions.service";
import { missRestoredMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { findRecovering, startRecovery } from "@/server/messaging/whatsapp/recoveries.service";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { closeAllOtherSessions } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { refreshErasureKey } from "@/server/platform/erased-keys/erased-keys.service";
import { lookAgain, releaseCopy } from "@/server/platform/system/copies.service";
import { applyErasures, readNewErasures } from "@/server/privacy/requests/erasure-files.service";
import { beats } from "./beats.service";

const MOST_SHOWN = 100;

export async function readRecovery(): Promise<z.input<typeof Recovery>> {
  const copy = await lookAgain();
  const numbers = await findRecovering(MOST_SHOWN);
  return {
    copy: copy && { ...copy, because: copy.held_because },
    numbers: numbers.map(({ recover_since, status, ...number }) => ({
      ...number,
      connected: status === "CONNECTED",
      missing_since: recover_since,
    })),
  };
}

/**
 * Makes the copy the system. Work that was due since the backup is not repeated. Campaigns continue once the
 * conversations since then were read or, where the provider cannot report them, when their owners continue them. People
 * and accounts erased since stay erased.
 * @throws AppError conflict when nothing is held; unavailable while the store of files does not report the erasures
 */
export async function confirmCopy(actor: Actor): Promise<z.input<typeof Recovery>> {
  const erasures = await readNewErasures();
  await transaction(async () => {
    const released = await releaseCopy(beats);
    if (!released) throw new AppError("conflict", "Este sistema não está esperando confirmação.");
    await restoreDeletions(await applyErasures(erasures));
    const recovers = await startRecovery(released.since);
    await resumeRestoredCampaigns({ recovers });
    if (!recovers) await missRestoredMessages();
    // Sessions that were ended, and links that were used, after the backup are valid again in it.
    await closeAllOtherSessions(actor);
    await revokeAllPasswordResets();
    await revokeAllInvitations();
    await recordAuditEntry(actor, "copy.confirmed", {
      targetUserId: null,
      details: { since: released.since.toISOString() },
    });
  });
  await refreshErasureKey();
  return readRecovery();
}
