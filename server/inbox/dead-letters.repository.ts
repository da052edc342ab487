import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";
import { execute, sql } from "@/server/db/sql";

export interface DeadLetter {
  instance_id: number;
  event: string;
  reason: string;
  item: string;
}

/** Adds dead letters and deletes the instance's oldest beyond `kept`. */
export async function addDeadLetters(
  ownerId: UserId,
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

/** Deletes the oldest first, at most `limit`. */
export async function deleteDeadLetters(keptDays: number, limit: number): Promise<void> {
  await execute(
    sql`DELETE FROM webhook_dead_letters WHERE id IN (
          SELECT id FROM webhook_dead_letters WHERE received_at < now() - make_interval(days => ${keptDays})
          ORDER BY received_at LIMIT ${limit})`,
  );
}
