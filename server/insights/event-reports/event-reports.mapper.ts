import type { EventRow } from "./event-reports.repository";

export function toEntry({ id, occurred_at, ...event }: EventRow) {
  return { ...event, id: Number(id), timestamp: occurred_at };
}
