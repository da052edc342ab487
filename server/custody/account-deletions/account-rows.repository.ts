import { type AccountTable, ERASED_TABLES } from "@/lib/domain/custody/tables/tables";
import type { OwnerId } from "@/server/platform/actor";
import {
  columns,
  execute,
  firstRow,
  join,
  raw,
  rows,
  type Sql,
  sql,
} from "@/server/platform/db/sql";
import type { Reference } from "./deletion-order.rule";

/** The columns of each table's primary key, in its order. */
export async function findPrimaryKeys(): Promise<Map<string, string[]>> {
  const found = await rows<{ name: string; key: string[] }>(
    sql`SELECT i.indrelid::regclass::text AS name, array_agg(a.attname::text ORDER BY k.place) AS key
        FROM pg_index i CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k(attnum, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
        JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
        WHERE i.indisprimary GROUP BY i.indrelid`,
  );
  return new Map(found.map(({ name, key }) => [name, key]));
}

/** Which tables refer to which. */
export function findReferences(): Promise<Reference[]> {
  return rows(
    sql`SELECT DISTINCT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
        FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  );
}

/** Deletes some of the owner's rows of a table. Returns how many. */
export function deleteRows(
  ownerId: OwnerId,
  table: AccountTable,
  { key, limit }: { key: readonly string[]; limit: number },
): Promise<number> {
  const { name } = table;
  if (key.length === 0) throw new Error(`${name} has no primary key`);
  const condition = ownedBy(table, ownerId);
  return execute(
    sql`DELETE FROM ${raw(name)} WHERE ${condition}
          AND (${columns(key)}) IN (SELECT ${columns(key)} FROM ${raw(name)} WHERE ${condition} LIMIT ${limit})`,
  );
}

/** A table that still contains rows of the owner; null when none does. */
export async function findRest(ownerId: OwnerId): Promise<string | null> {
  const each = ERASED_TABLES.map(
    (table) =>
      sql`SELECT ${table.name}::text AS name WHERE EXISTS (SELECT 1 FROM ${raw(table.name)} WHERE ${ownedBy(table, ownerId)})`,
  );
  const rest = await firstRow<{ name: string }>(sql`${join(each, " UNION ALL ")} LIMIT 1`);
  return rest?.name ?? null;
}

function ownedBy({ owner, ofPeople }: AccountTable, ownerId: OwnerId): Sql {
  if (ofPeople) {
    return sql`${raw(owner)} IN (SELECT id FROM users WHERE account_id = ${ownerId})`;
  }
  if (owner === "instance_id") {
    return sql`instance_id IN (SELECT id FROM whatsapp_instances WHERE owner_id = ${ownerId})`;
  }
  return sql`${raw(owner)} = ${ownerId}`;
}
