"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import type { Task } from "@/lib/contracts/leads/tasks";
import { nameDue, type TaskDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { taskMutations } from "./tasks.queries";

/** Long enough to read it and to undo it. */
const UNDO_MS = 7_000;

/**
 * The one-step actions on a task; each can be undone from its toast. The promises settle when the lists are refreshed: by
 * then the row may be gone, with the component that asked.
 */
export function useTaskActions() {
  const client = useQueryClient();
  const doneness = useMutation(taskMutations.setDone(client));
  const update = useMutation(taskMutations.update(client));
  const removal = useMutation(taskMutations.remove(client));
  const creation = useMutation(taskMutations.bringBack(client));

  async function perform(work: Promise<unknown>, message: string | null, undo: () => void) {
    const succeeded = await work.then(
      () => true,
      () => false,
    );
    if (!succeeded || message === null) return;
    notifySuccess(message, { duration: UNDO_MS, action: { label: "Desfazer", onClick: undo } });
  }

  return {
    isPending: doneness.isPending || update.isPending || removal.isPending,
    /** The state that a running mutation sets; null while none runs. */
    becomesDone: doneness.isPending ? doneness.variables.done : null,
    setDone: ({ id }: Task, done: boolean) =>
      perform(doneness.mutateAsync({ id, done }), done ? "Tarefa concluída." : null, () =>
        doneness.mutate({ id, done: false }),
      ),
    snooze: ({ id, day, time }: Task, to: TaskDue) =>
      perform(
        update.mutateAsync({ id, change: to }),
        `Adiada para ${nameDue(to, getSaoPauloDay(new Date())).toLowerCase()}.`,
        () => update.mutate({ id, change: { day, time } }),
      ),
    remove: (task: Task) =>
      perform(removal.mutateAsync(task.id), "Tarefa excluída.", () => creation.mutate(task)),
  };
}
