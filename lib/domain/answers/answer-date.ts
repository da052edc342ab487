import { readTask } from "@/lib/domain/tasks/read-task";
import type { TaskDue } from "@/lib/domain/tasks/task";

/** The day that a contact's words name for later; null where they name none. */
export function readAnswerDate(text: string, instant: Date): TaskDue | null {
  const { day, time, isDated } = readTask(text, instant);
  return isDated ? { day, time } : null;
}
