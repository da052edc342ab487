import { nameDay } from "@/lib/domain/time/day-name";

export const TASK_KINDS = ["call", "message", "visit", "other"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_KIND_LABEL: Record<TaskKind, string> = {
  call: "Ligar",
  message: "Mensagem",
  visit: "Visita",
  other: "Outro",
};

/** Also the CHECK of the column. */
export const TASK_MAX_LENGTH = 200;
export const MOST_OPEN_TASKS = 20_000;
/** How long a done task is kept. */
export const DONE_TASK_DAYS = 365;

/** When a task is due: a day in São Paulo ("2026-01-31"), and a time of it ("14:00") or all of it. */
export interface TaskDue {
  day: string;
  time: string | null;
}

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** "Hoje, 14:00", "Amanhã", "sexta, 27/11, 9:30". */
export function nameDue({ day, time }: TaskDue, today: string): string {
  const name = day === addDays(today, 1) ? "Amanhã" : nameDay(day, today);
  return time === null ? name : `${name}, ${time}`;
}

/** `due_by`: the instant from which an open task is late. */
export function isOverdue(
  { due_by, done_at }: { due_by: string; done_at: string | null },
  now: Date,
): boolean {
  return done_at === null && Date.parse(due_by) <= now.getTime();
}
