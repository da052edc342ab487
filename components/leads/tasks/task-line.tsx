"use client";

import { AlarmClock, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import type { Task } from "@/lib/contracts/leads/tasks";
import { isOverdue, nameDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { leadPath } from "@/lib/paths";
import { SnoozeMenu } from "./snooze-menu";
import { TaskKindIcon } from "./task-kind-icon";
import { TaskDoer } from "./task-person";
import { useTaskActions } from "./use-task-actions";

const TaskDialog = lateDialog(async () => (await import("./task-dialog")).TaskDialog);

/** A task that is ticked, postponed, edited and deleted in its line. */
export function TaskLine({ task, showsLead = false }: { task: Task; showsLead?: boolean }) {
  const now = useNow();
  const { isPending, becomesDone, setDone, snooze, remove } = useTaskActions();
  const [editing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const isDone = becomesDone ?? task.done_at !== null;
  const late = isOverdue(task, now);
  const due = nameDue(task, getSaoPauloDay(now));
  return (
    <li ref={row} className="group/task flex items-start rounded-lg hover:bg-muted/60">
      <Checkbox
        label={`Concluir: ${task.what}`}
        checked={isDone}
        onChange={(done) => !isPending && void keepPlace(row.current, setDone(task, done))}
      />
      <div className="min-w-0 flex-1 py-2.5">
        <p
          className={cn(
            "break-words text-sm leading-6",
            isDone && "text-muted-foreground line-through",
          )}
        >
          {task.what}
        </p>
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-muted-foreground">
          <TaskKindIcon kind={task.kind} />
          <span className={cn("shrink-0 tabular-nums", late && "font-medium text-danger-text")}>
            {late && <span className="sr-only">Atrasada: </span>}
            {due}
          </span>
          <TaskDoer personId={task.person_id} />
          {showsLead && task.lead && (
            <>
              <span aria-hidden>·</span>
              <Link
                href={leadPath(task.lead.id)}
                className="min-w-0 truncate rounded underline-offset-4 hover:text-foreground hover:underline"
              >
                {task.lead.name}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 py-1.5 pr-1.5 opacity-70 focus-within:opacity-100 group-hover/task:opacity-100 pointer-coarse:opacity-100">
        {!isDone && (
          <SnoozeMenu
            onSnooze={(to) => void keepPlace(row.current, snooze(task, to))}
            onChooseDate={() => setEditing(true)}
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Adiar: ${task.what}`} title="Adiar">
                <AlarmClock aria-hidden />
              </Button>
            }
          />
        )}
        {!isDone && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Editar: ${task.what}`}
            title="Editar"
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden />
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Excluir: ${task.what}`}
          title="Excluir"
          onClick={() => void keepPlace(row.current, remove(task))}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {editing && <TaskDialog task={task} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** A focused row that leaves the list passes the focus to the next one. */
async function keepPlace(row: Element | null, work: Promise<void>): Promise<void> {
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling];
  await work;
  requestAnimationFrame(() => {
    if (row?.isConnected || document.activeElement !== document.body) return;
    const next = neighbours.find((each) => each?.isConnected);
    next?.querySelector<HTMLElement>("input")?.focus();
  });
}
