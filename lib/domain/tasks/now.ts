import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { formatTime } from "@/lib/format";
import type { TaskDue } from "./task";

/** The present moment in São Paulo. */
export type Now = TaskDue & { time: string };

/** Whether it would be late from the first moment. */
export function isPast({ day, time }: TaskDue, instant: Date): boolean {
  const now = toNow(instant);
  return day < now.day || (day === now.day && time !== null && time <= now.time);
}

export function toNow(instant: Date): Now {
  return { day: getSaoPauloDay(instant), time: formatTime(instant.toISOString()) };
}
