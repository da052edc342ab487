import type { z } from "zod/mini";
import type { BillingAlert } from "@/lib/contracts/billing/billing-admin";
import { type AlertKind, LASTING_ALERTS } from "@/lib/domain/billing/alerts";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** For the administrator: these functions are not limited to one owner. */

type AlertRow = Omit<z.input<typeof BillingAlert>, "account"> & {
  user_id: number | null;
  email: string | null;
};

/**
 * Returns false when the same alert is already open, or when it is of a lasting kind and was settled with the same
 * detail.
 */
export async function openAlert(alert: {
  kind: AlertKind;
  subject: string;
  ownerId: number | null;
  detail: string;
}): Promise<boolean> {
  const { kind, subject, ownerId, detail } = alert;
  const row = await firstRow(
    sql`INSERT INTO billing_alerts (kind, subject, user_id, detail) VALUES (${kind}, ${subject}, ${ownerId}, ${detail})
        ON CONFLICT (kind, subject) DO UPDATE
        SET resolved_at = NULL, created_at = now(), detail = excluded.detail, user_id = excluded.user_id
        WHERE billing_alerts.resolved_at IS NOT NULL
          AND (${!LASTING_ALERTS.includes(kind)} OR billing_alerts.detail <> excluded.detail)
        RETURNING id`,
  );
  return row !== null;
}

export async function resolveAlert(kind: AlertKind, subject: string): Promise<void> {
  await execute(
    sql`UPDATE billing_alerts SET resolved_at = now()
        WHERE kind = ${kind} AND subject = ${subject} AND resolved_at IS NULL`,
  );
}

/** Returns the account it is about; null when there is no such open alert. */
export function resolveAlertById(id: number): Promise<{ user_id: number | null } | null> {
  return firstRow(
    sql`UPDATE billing_alerts SET resolved_at = now() WHERE id = ${id} AND resolved_at IS NULL RETURNING user_id`,
  );
}

/** Newest first. */
export function findOpenAlerts(limit: number): Promise<AlertRow[]> {
  return rows(
    sql`SELECT a.id, a.kind, a.subject, a.user_id, u.email, a.detail, a.created_at
        FROM billing_alerts a LEFT JOIN users u ON u.id = a.user_id
        WHERE a.resolved_at IS NULL ORDER BY a.id DESC LIMIT ${limit}`,
  );
}
