import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** A completed list of the given leads, created by hand by default. */
export async function buildList(
  ownerId: OwnerId,
  list: { name?: string; source?: string; status?: string; leads?: number[] } = {},
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lists (owner_id, name, source, status, completed_at)
        VALUES (${ownerId}, ${list.name ?? "Uma lista"}, ${list.source ?? "manual"}, ${list.status ?? "completed"}, now())
        RETURNING id`,
  );
  if (!row) throw new Error("INSERT into lists returned no row");
  await execute(
    sql`INSERT INTO list_leads (list_id, lead_id, owner_id) SELECT ${row.id}, id, ${ownerId} FROM unnest(${list.leads ?? []}::int[]) AS l (id)`,
  );
  return row.id;
}
