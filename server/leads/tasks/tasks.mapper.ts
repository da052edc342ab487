import type { Task } from "@/lib/contracts/leads/tasks";
import type { TaskRow } from "./tasks.repository";

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    what: row.what,
    kind: row.kind,
    day: row.day,
    time: row.time,
    due_by: row.due_by.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    lead: row.lead_id === null ? null : { id: row.lead_id, name: row.lead_name ?? "" },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
