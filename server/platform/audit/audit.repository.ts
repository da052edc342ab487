import type { z } from "zod/mini";
import type { AuditEntry } from "@/lib/contracts/backoffice/admin";
import type { AuditAction } from "@/lib/domain/accounts/audit";
import { prisma } from "@/server/platform/db/prisma";
import { rows, sql } from "@/server/platform/db/sql";

export type AuditRow = Omit<z.input<typeof AuditEntry>, "actor" | "target"> & {
  actor_id: number;
  actor_email: string | null;
  target_user_id: number | null;
  target_email: string | null;
};

export async function appendAuditEntry(entry: {
  actorId: number;
  action: AuditAction;
  targetUserId: number | null;
  details: Record<string, string | number>;
}): Promise<void> {
  const { actorId, action, targetUserId, details } = entry;
  await prisma.auditEntry.create({
    data: { actor_id: actorId, action, target_user_id: targetUserId, details },
    select: { id: true },
  });
}

export function findAuditEntries(page: { limit: number; offset: number }): Promise<AuditRow[]> {
  return rows(
    sql`SELECT a.id, a.action, a.actor_id, actor.email AS actor_email, a.target_user_id,
               target.email AS target_email, a.details, a.created_at
        FROM audit_entries a
        LEFT JOIN users actor ON actor.id = a.actor_id
        LEFT JOIN users target ON target.id = a.target_user_id
        ORDER BY a.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
}

/** Stops counting at `most`. */
export function countAuditEntries(most: number): Promise<number> {
  return prisma.auditEntry.count({ take: most });
}
