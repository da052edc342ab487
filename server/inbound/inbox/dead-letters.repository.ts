import type { OwnerId } from "@/server/platform/actor";
import type { WebhookDeadLetter } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

type DeadLetter = Pick<WebhookDeadLetter, "instance_id" | "event" | "reason" | "item">;

/** Adds dead letters and deletes the instance's oldest beyond `kept`. */
export async function addDeadLetters(
  ownerId: OwnerId,
  instanceId: number,
  letters: DeadLetter[],
  kept: number,
): Promise<void> {
  await prisma.webhookDeadLetter.createMany({
    data: letters.map((letter) => ({ ...letter, owner_id: ownerId })),
  });
  await execute(
    sql`DELETE FROM webhook_dead_letters WHERE owner_id = ${ownerId} AND instance_id = ${instanceId}
          AND id <= (SELECT id FROM webhook_dead_letters WHERE owner_id = ${ownerId} AND instance_id = ${instanceId}
                     ORDER BY id DESC OFFSET ${kept} LIMIT 1)`,
  );
}

export interface DeadLetterRow extends DeadLetter {
  id: number;
  owner_id: number;
  email: string;
  received_at: Date;
}

/** For all accounts: only for the administrator. */
export function findDeadLetters(page: {
  limit: number;
  offset: number;
}): Promise<Omit<DeadLetterRow, "item">[]> {
  return rows(
    sql`SELECT d.id, d.owner_id, d.instance_id, u.email, d.event, d.reason, d.received_at
        FROM webhook_dead_letters d JOIN users u ON u.id = d.owner_id
        ORDER BY d.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
}

/** Stops counting at `most`. */
export function countDeadLetters(most: number): Promise<number> {
  return prisma.webhookDeadLetter.count({ take: most });
}

/** Removes one and returns it; null when it no longer exists. Call inside a transaction that may be rolled back. */
export function takeDeadLetter(id: number): Promise<(DeadLetter & { owner_id: number }) | null> {
  return firstRow(
    sql`DELETE FROM webhook_dead_letters WHERE id = ${id} RETURNING owner_id, instance_id, event, reason, item`,
  );
}
