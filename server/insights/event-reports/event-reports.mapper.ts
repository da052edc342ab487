import type { EventEntry } from "@/lib/contracts/insights/event-reports";
import type { EventRow } from "./event-reports.repository";

export function toEntry({ id, occurred_at, ...event }: EventRow): EventEntry {
  return { ...event, id: Number(id), timestamp: occurred_at.toISOString() };
}
