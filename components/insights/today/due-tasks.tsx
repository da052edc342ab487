"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TaskLine } from "@/components/leads/tasks/task-line";
import { taskQueries } from "@/components/leads/tasks/tasks.queries";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import type { Task } from "@/lib/contracts/leads/tasks";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { countOf } from "@/lib/format";
import { TodaySection } from "./today-section";

/** Tasks that are late or due today. */
export function DueTasks() {
  const [all, setAll] = useState(false);
  return (
    <TodaySection
      title="Tarefas"
      nothing="Nenhuma tarefa para hoje."
      errorTitle="Não foi possível carregar as tarefas"
      count={({ tasks }) => tasks}
      note={({ tasks }) =>
        tasks.overdue > 0 && (
          <span className="text-danger-text text-sm tabular-nums">
            {countOf(tasks.overdue, "atrasada", "atrasadas")}
          </span>
        )
      }
      action={({ tasks }) =>
        !all &&
        tasks.count > tasks.tasks.length && (
          <Button variant="link" size="inline" onClick={() => setAll(true)}>
            Ver todas
          </Button>
        )
      }
    >
      {({ tasks }) => (all ? <AllTasks first={tasks.tasks} /> : <TaskList tasks={tasks.tasks} />)}
    </TodaySection>
  );
}

/** All of them, page by page; the first ones are loaded already. */
function AllTasks({ first }: { first: readonly Task[] }) {
  const now = useNow();
  const pages = useInfiniteQuery(taskQueries.until(getSaoPauloDay(now)));
  const tasks = pages.data?.pages.flatMap((page) => page.tasks) ?? first;
  return (
    <>
      <TaskList tasks={tasks} />
      {(pages.hasNextPage || pages.isPending) && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          loading={pages.isFetchingNextPage || pages.isPending}
          onClick={() => pages.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </>
  );
}

function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className="-mx-3">
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} showsLead />
      ))}
    </ul>
  );
}
