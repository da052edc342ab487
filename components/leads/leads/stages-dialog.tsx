"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Stage } from "@/lib/contracts/leads/stages";
import { MEANING_LABEL, MOST_STAGES } from "@/lib/domain/leads/stages";
import { countOf } from "@/lib/format";
import { STAGE_TONE } from "./stage-choice";
import { StageForm } from "./stage-form";
import { StageRemoval } from "./stage-removal";
import { stageMutations, stageQueries } from "./stages.queries";

type Task = { kind: "edit"; stage: Stage | null } | { kind: "remove"; id: number };

/** The account's stages: added, renamed, put in order, removed. */
export function StagesDialog({ onClose }: { onClose: () => void }) {
  const stages = useQuery(stageQueries.list());
  const [task, setTask] = useState<Task | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const { mutate: reorder } = useMutation(stageMutations.reorder(useQueryClient()));
  const all = stages.data ?? [];
  // Its current state: its number of leads changes while the dialog asks where they go.
  const removed = task?.kind === "remove" && all.find(({ id }) => id === task.id);
  const done = () => {
    setTask(null);
    setIsDirty(false);
  };

  function move(at: number, by: -1 | 1) {
    const ids = all.map(({ id }) => id);
    const [moved] = ids.splice(at, 1);
    if (moved === undefined) return;
    ids.splice(at + by, 0, moved);
    reorder(ids);
  }

  return (
    <Modal
      title="Etapas do funil"
      description="Em que pé está cada negócio, na ordem em que acontece."
      onClose={onClose}
      isDirty={isDirty}
      footer={
        task?.kind !== "edit" &&
        !removed && (
          <Button
            variant="outline"
            className="w-full"
            disabled={all.length >= MOST_STAGES}
            onClick={() => setTask({ kind: "edit", stage: null })}
          >
            <Plus aria-hidden />
            Nova etapa
          </Button>
        )
      }
    >
      {task?.kind === "edit" ? (
        <StageForm stage={task.stage} onDirty={setIsDirty} onDone={done} />
      ) : removed ? (
        <StageRemoval
          stage={removed}
          others={all.filter(({ id }) => id !== removed.id)}
          onDone={done}
        />
      ) : stages.isError ? (
        <ErrorState
          title="Não foi possível carregar as etapas"
          onRetry={stages.refetch}
          retrying={stages.isFetching}
          className="py-4"
        />
      ) : stages.data ? (
        <ol className="divide-y divide-border">
          {all.map((stage, at) => (
            <li key={stage.id} className="flex items-center gap-2 py-2">
              <div className="min-w-0 flex-1">
                <Badge tone={STAGE_TONE[stage.colour]} className="max-w-full">
                  <span className="truncate">{stage.name}</span>
                </Badge>
                <p className="mt-0.5 text-muted-foreground text-xs">{describeStage(stage)}</p>
              </div>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Subir ${stage.name}`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Descer ${stage.name}`}
                disabled={at === all.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Editar ${stage.name}`}
                onClick={() => setTask({ kind: "edit", stage })}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remover ${stage.name}`}
                onClick={() => setTask({ kind: "remove", id: stage.id })}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </Modal>
  );
}

function describeStage({ name, meaning, leads, rest_days }: Stage): string {
  return [
    countOf(leads, "lead", "leads"),
    name !== MEANING_LABEL[meaning] && `conta como ${MEANING_LABEL[meaning]}`,
    rest_days !== null && `parado depois de ${countOf(rest_days, "dia", "dias")}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
