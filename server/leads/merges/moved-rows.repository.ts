import { TABLES, type TableName } from "@/lib/domain/custody/tables/tables";
import type { MovedRow } from "@/lib/domain/leads/lead-merge";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { execute, raw, rows, sql } from "@/server/platform/db/sql";

/** Tables whose rows name a lead, and move with it when it is merged into another one. */
export const MOVED_TABLES = (Object.keys(TABLES) as TableName[]).filter(
  (table) => TABLES[table].merged === "moved",
);

/** Moves the rows of leads to another lead. Returns each row's former lead. */
export function moveRows(
  table: TableName,
  ownerId: OwnerId,
  leadIds: readonly number[],
  toLeadId: number,
): Promise<MovedRow[]> {
  return rows(
    sql`UPDATE ${raw(table)} SET lead_id = ${toLeadId}::int
        WHERE owner_id = ${ownerId} AND lead_id = ANY(${leadIds}::int[]) RETURNING id, old.lead_id AS lead_id`,
  );
}

/** Moves rows back to their former leads, if they still belong to the lead that took them. */
export async function moveRowsBack(
  table: TableName,
  ownerId: OwnerId,
  fromLeadId: number,
  moved: readonly MovedRow[],
): Promise<void> {
  await execute(
    sql`UPDATE ${raw(table)} AS t SET lead_id = m.lead_id
        FROM jsonb_to_recordset(${toStorableJson(moved)}::jsonb) AS m (id int, lead_id int)
        WHERE t.owner_id = ${ownerId} AND t.id = m.id AND t.lead_id = ${fromLeadId}`,
  );
}
