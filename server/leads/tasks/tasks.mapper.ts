import type { z } from "zod/mini";
import type { Task } from "@/lib/contracts/leads/tasks";
import type { TaskRow } from "./tasks.repository";

export function toTask(row: TaskRow): z.input<typeof Task> {
  return {
    id: row.id,
    what: row.what,
    kind: row.kind,
    day: row.day,
    time: row.time,
    due_by: row.due_by,
    done_at: row.done_at,
    lead: row.lead_id === null ? null : { id: row.lead_id, name: row.lead_name ?? "" },
    person_id: row.person_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
