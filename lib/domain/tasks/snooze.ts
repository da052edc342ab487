import { toNow } from "./now";
import { addDays, type TaskDue } from "./task";

export interface Snooze extends TaskDue {
  label: string;
}

const HOUR_MS = 3_600_000;
const MORNING = "09:00";

/** The times to which one click can postpone a task. */
export function listSnoozes(instant: Date): Snooze[] {
  const { day } = toNow(instant);
  const tomorrow = addDays(day, 1);
  const monday = addDays(day, (8 - new Date(day).getUTCDay()) % 7 || 7);
  return [
    { label: "Em 1 hora", ...toNow(new Date(instant.getTime() + HOUR_MS)) },
    { label: "Amanhã às 9", day: tomorrow, time: MORNING },
    ...(monday === tomorrow ? [] : [{ label: "Segunda às 9", day: monday, time: MORNING }]),
  ];
}
