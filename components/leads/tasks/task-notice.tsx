"use client";

import { type QueryClient, useMutation } from "@tanstack/react-query";
import { AlarmClock, Check, X } from "lucide-react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { Task } from "@/lib/contracts/leads/tasks";
import { listSnoozes } from "@/lib/domain/tasks/snooze";
import { leadPath, paths } from "@/lib/paths";
import { taskMutations } from "./tasks.queries";

interface TaskNoticeProps {
  /** Toasts are drawn outside the screens' providers. */
  client: QueryClient;
  task: Task;
  onClose: () => void;
}

/** A task is due: the user marks it as done, postpones it by an hour, or opens it. */
export function TaskNotice({ client, task, onClose }: TaskNoticeProps) {
  const done = useMutation(taskMutations.setDone(client), client);
  const update = useMutation(taskMutations.update(client), client);

  function finish() {
    done.mutate(
      { id: task.id, done: true },
      {
        onSuccess: () => {
          onClose();
          notifySuccess("Tarefa concluída.");
        },
      },
    );
  }

  function snooze() {
    const [hour] = listSnoozes(new Date());
    if (!hour) return;
    update.mutate(
      { id: task.id, change: { day: hour.day, time: hour.time } },
      {
        onSuccess: () => {
          onClose();
          notifySuccess(`Adiada para as ${hour.time}.`);
        },
      },
    );
  }

  return (
    <div
      role="alert"
      className="pointer-events-auto w-[min(22rem,calc(100vw-2rem))] rounded-xl border border-border bg-popover p-4 text-foreground shadow-popover"
    >
      <div className="flex items-start gap-3">
        <AlarmClock className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
        <div className="min-w-0 flex-1 text-sm">
          <p className="break-words font-medium">{task.what}</p>
          <p className="truncate text-muted-foreground">
            {[task.time, task.lead?.name].filter(Boolean).join(" · ")}
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="-mt-1.5 -mr-1.5"
          aria-label="Dispensar aviso"
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" loading={done.isPending} onClick={finish}>
          {!done.isPending && <Check aria-hidden />}
          Concluir
        </Button>
        <Button
          variant="outline"
          size="sm"
          loading={update.isPending}
          title="Por uma hora"
          onClick={snooze}
        >
          Adiar 1 hora
        </Button>
        <Button asChild variant="outline" size="sm">
          <Link href={task.lead ? leadPath(task.lead.id) : paths.today} onClick={onClose}>
            Abrir
          </Link>
        </Button>
      </div>
    </div>
  );
}
