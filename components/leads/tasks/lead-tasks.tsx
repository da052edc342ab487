"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { TaskAdder } from "./task-adder";
import { TaskLine } from "./task-line";
import { taskQueries } from "./tasks.queries";

/** The tasks of a lead: a line to add one, the open ones, and the done ones on demand. */
export function LeadTasks({ leadId }: { leadId: number }) {
  return (
    <>
      <TaskAdder leadId={leadId} />
      <OpenTasks leadId={leadId} />
      <DoneTasks leadId={leadId} />
    </>
  );
}

function OpenTasks({ leadId }: { leadId: number }) {
  const open = useInfiniteQuery(taskQueries.ofLead(leadId));
  if (open.isError && !open.data) {
    return (
      <ErrorState
        title="Não foi possível carregar as tarefas"
        onRetry={open.refetch}
        retrying={open.isFetching}
        className="py-4"
      />
    );
  }
  if (!open.data && open.fetchStatus === "paused") {
    return (
      <p className="text-muted-foreground text-sm">As tarefas aparecem quando a conexão voltar.</p>
    );
  }
  if (!open.data) return <Skeleton className="mt-2 h-11 w-full" />;
  const tasks = open.data.pages.flatMap((page) => page.tasks);
  return (
    <>
      <ul aria-label="Tarefas abertas" className="-mx-3 mt-1">
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
      {open.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          loading={open.isFetchingNextPage}
          onClick={() => open.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </>
  );
}

function DoneTasks({ leadId }: { leadId: number }) {
  const done = useInfiniteQuery(taskQueries.doneOfLead(leadId));
  const tasks = done.data?.pages.flatMap((page) => page.tasks) ?? [];
  if (tasks.length === 0) return null;
  return (
    <details className="mt-1 text-sm">
      <summary className="min-h-8 w-fit cursor-pointer content-center rounded text-muted-foreground hover:text-foreground pointer-coarse:min-h-10">
        Concluídas
      </summary>
      <ul aria-label="Tarefas concluídas" className="-mx-3">
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
      {done.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          loading={done.isFetchingNextPage}
          onClick={() => done.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </details>
  );
}
