"use client";

import { type QueryClient, useMutation } from "@tanstack/react-query";
import { AlarmClock, Check } from "lucide-react";
import { Notice } from "@/components/shared/feedback/notice";
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
    <Notice
      icon={AlarmClock}
      onClose={onClose}
      actions={
        <>
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
        </>
      }
    >
      <p className="font-medium">{task.what}</p>
      <p className="truncate text-muted-foreground">
        {[task.time, task.lead?.name].filter(Boolean).join(" · ")}
      </p>
    </Notice>
  );
}
