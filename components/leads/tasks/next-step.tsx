"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/shared/state/use-now";
import { Absent } from "@/components/shared/table/table-cells";
import { cn } from "@/components/ui/cn";
import { isOverdue, nameDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { taskQueries } from "./tasks.queries";

/** The next task of a lead, for a cell of a table. */
export function NextStep({ leadId }: { leadId: number }) {
  const now = useNow();
  const { data: task } = useQuery(taskQueries.nextOf(leadId));
  if (!task) return <Absent />;
  const due = nameDue(task, getSaoPauloDay(now));
  const late = isOverdue(task, now);
  return (
    <span title={`${task.what} · ${due}`} className="block truncate">
      {task.what}{" "}
      <span className={cn("tabular-nums", late ? "text-danger-text" : "text-muted-foreground")}>
        {due.toLowerCase()}
      </span>
    </span>
  );
}

/** Next to a lead's name, while its next task is late. */
export function OverdueMark({ leadId }: { leadId: number }) {
  const now = useNow();
  const { data: task } = useQuery(taskQueries.nextOf(leadId));
  if (!task || !isOverdue(task, now)) return null;
  const text = `Tarefa atrasada: ${task.what}`;
  return (
    <span title={text} className="size-2 shrink-0 rounded-full bg-danger">
      <span className="sr-only">{text}</span>
    </span>
  );
}
