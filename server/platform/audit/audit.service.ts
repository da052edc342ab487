import type { z } from "zod/mini";
import type { AuditEntry } from "@/lib/contracts/backoffice/admin";
import type { AuditAction } from "@/lib/domain/accounts/audit";
import type { Actor } from "@/server/platform/actor";
import * as repository from "./audit.repository";

/** Limits counting and paging, so that the cost of a page does not grow with the table. */
const COUNTED = 10_000;

/** Writes one audit entry. Call inside the transaction of the audited change. */
export async function recordAuditEntry(
  actor: Actor,
  action: AuditAction,
  about: { targetUserId: number | null; details?: Record<string, string | number> },
): Promise<void> {
  await repository.appendAuditEntry({
    actorId: actor.personId,
    action,
    targetUserId: about.targetUserId,
    details: about.details ?? {},
  });
}

export async function listAuditEntries({ page, per_page }: { page: number; per_page: number }) {
  const total = await repository.countAuditEntries(COUNTED);
  const offset = (page - 1) * per_page;
  const rows =
    offset < COUNTED ? await repository.findAuditEntries({ limit: per_page, offset }) : [];
  return {
    entries: rows.map(toAuditEntry),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

function toAuditEntry(row: repository.AuditRow): z.input<typeof AuditEntry> {
  return {
    ...row,
    actor: { id: row.actor_id, email: row.actor_email },
    target:
      row.target_user_id === null ? null : { id: row.target_user_id, email: row.target_email },
  };
}
