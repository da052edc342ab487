import { LEAD_ROW_COLUMNS, type LeadRow } from "@/lib/domain/leads/lead-row";
import type { UserId } from "@/server/platform/actor";
import { columns, rows, sql } from "@/server/platform/db/sql";
import type { LeadSelection } from "./lead-bulk.repository";
import { buildLeadFilter } from "./lead-filter.repository";

/** The next leads of a selection, newest first: ids below `before`, or from the newest when it is null. */
export function findLeadsBefore(
  ownerId: UserId,
  selection: LeadSelection,
  before: number | null,
  limit: number,
): Promise<LeadRow[]> {
  const chosen =
    "ids" in selection
      ? sql`owner_id = ${ownerId} AND id = ANY(${selection.ids}::int[])`
      : buildLeadFilter(ownerId, selection.filter);
  return rows(
    sql`SELECT ${columns(LEAD_ROW_COLUMNS)}
        FROM leads WHERE ${chosen} AND (${before}::int IS NULL OR id < ${before}::int) ORDER BY id DESC LIMIT ${limit}`,
  );
}
