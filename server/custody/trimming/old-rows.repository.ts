import type { Trim } from "@/lib/domain/custody/tables/table";
import type { TableName } from "@/lib/domain/custody/tables/tables";
import { execute, raw, type Sql, sql } from "@/server/platform/db/sql";

/** Finds the oldest rows that are old enough, at most `limit`. */
export function findOld(table: TableName, { since, after, only }: Trim, limit: number): Sql {
  const { years = 0, days = 0, minutes = 0 } = after ?? {};
  return sql`SELECT ctid FROM ${raw(table)}
             WHERE ${raw(since)} < now() - make_interval(years => ${years}, days => ${days}, mins => ${minutes})
               AND (${raw(only ?? "true")})
             ORDER BY ${raw(since)} LIMIT ${limit}`;
}

/** Returns how many rows were deleted, without those that went with them. */
export function deleteOld(table: TableName, trim: Trim, limit: number): Promise<number> {
  return execute(
    sql`DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(${findOld(table, trim, limit)}))`,
  );
}
