import type { List } from "@/lib/contracts/leads/lists";
import type { ListRow } from "./lists.repository";

export function toList(row: ListRow): List {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}
