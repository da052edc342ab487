import type { AlertKind } from "@/lib/domain/billing/alerts";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/paths";
import { isActiveAccount } from "@/server/accounts/users/accounts.service";
import { type Actor, ownerOfRow, personOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { countRecentMails, enqueueNotice } from "@/server/platform/mail/mail.service";
import * as repository from "./alerts.repository";

const LISTED = 100;
/** When every event of a provider is unmatched, a few mails are as useful as hundreds. */
const MAILS_PER_HOUR = 3;
const MAIL_LIFETIME_MS = 7 * 86_400_000;

/**
 * Alerts the administrator, once per kind and subject: in the log, on their screen, by mail, and in a list until it is
 * settled. Joins the current transaction.
 */
export async function alertAdministrator(alert: {
  kind: AlertKind;
  subject: string;
  ownerId: number | null;
  detail: string;
}): Promise<void> {
  await transaction(async () => {
    if (!(await repository.openAlert(alert))) return;
    logger.error(alert, "billing alert");
    publish(ownerOfRow(env.ADMIN_USER_ID), "billing.alert", {});
    await mailAdministrator();
  });
}

/** For a problem that ended by itself. */
export async function settleAlert(kind: AlertKind, subject: string): Promise<void> {
  await repository.resolveAlert(kind, subject);
}

/** Open alerts, newest first. */
export async function listAlerts() {
  const rows = await repository.findOpenAlerts(LISTED);
  return {
    alerts: rows.map(({ user_id, email, ...alert }) => ({
      ...alert,
      account: user_id === null ? null : { id: user_id, email },
    })),
  };
}

/** @throws AppError not_found */
export async function resolveAlert(actor: Actor, id: number): Promise<{ success: true }> {
  await transaction(async () => {
    const alert = await repository.resolveAlertById(id);
    if (!alert) throw new AppError("not_found", "Este alerta já foi resolvido.");
    await recordAuditEntry(actor, "billing.alert_resolved", { targetUserId: alert.user_id });
  });
  return { success: true };
}

async function mailAdministrator(): Promise<void> {
  const personId = personOfRow(env.ADMIN_USER_ID);
  if (!(await isActiveAccount(ownerOfRow(personId)))) return;
  if ((await countRecentMails(personId, "billing_alert")) >= MAILS_PER_HOUR) return;
  await enqueueNotice({
    personId,
    kind: "billing_alert",
    link: new URL(paths.admin, env.APP_URL).toString(),
    expiresAt: new Date(Date.now() + MAIL_LIFETIME_MS),
  });
}
