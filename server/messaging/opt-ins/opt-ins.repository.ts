import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

/** Moves the permission of one key to the other; one that the other key already has is not changed. */
export async function moveOptIn(ownerId: OwnerId, fromKey: string, toKey: string): Promise<void> {
  await execute(
    sql`WITH moved AS (
          DELETE FROM opt_ins WHERE owner_id = ${ownerId} AND phone_key = ${fromKey} RETURNING source, note, recorded_at
        )
        INSERT INTO opt_ins (owner_id, phone_key, source, note, recorded_at)
        SELECT ${ownerId}, ${toKey}, source, note, recorded_at FROM moved
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
}

/** Records who allowed offers; an earlier record is not changed. */
export async function insertOptIns(
  ownerId: OwnerId,
  phoneKeys: readonly string[],
  { source, note }: { source: string; note: string | null },
): Promise<void> {
  await execute(
    sql`INSERT INTO opt_ins (owner_id, phone_key, source, note)
        SELECT ${ownerId}, key, ${source}, ${note} FROM unnest(${[...phoneKeys].sort()}::text[]) AS key
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
}

/** Removes what was recorded under one source. */
export async function deleteOptIns(ownerId: OwnerId, source: string): Promise<void> {
  await prisma.optIn.deleteMany({ where: { owner_id: ownerId, source } });
}
