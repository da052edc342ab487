"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListDialog } from "@/components/shared/forms/list-dialog";
import { Badge } from "@/components/ui/badge";
import type { Stage } from "@/lib/contracts/leads/stages";
import { MEANING_LABEL, MOST_STAGES } from "@/lib/domain/leads/stages";
import { countOf } from "@/lib/format";
import { STAGE_TONE } from "./stage-choice";
import { StageForm } from "./stage-form";
import { StageRemoval } from "./stage-removal";
import { stageMutations, stageQueries } from "./stages.queries";

/** The account's stages: added, renamed, put in order, removed. */
export function StagesDialog({ onClose }: { onClose: () => void }) {
  const stages = useQuery(stageQueries.list());
  const { mutate: reorder } = useMutation(stageMutations.reorder(useQueryClient()));
  const all = stages.data ?? [];
  return (
    <ListDialog
      title="Etapas do funil"
      description="Em que pé está cada negócio, na ordem em que acontece."
      onClose={onClose}
      query={stages}
      failure="Não foi possível carregar as etapas"
      items={stages.data}
      most={MOST_STAGES}
      addLabel="Nova etapa"
      removeLabel="Remover"
      onReorder={reorder}
      renderRow={(stage) => (
        <>
          <Badge tone={STAGE_TONE[stage.colour]} className="max-w-full">
            <span className="truncate">{stage.name}</span>
          </Badge>
          <p className="mt-0.5 text-muted-foreground text-xs">{describeStage(stage)}</p>
        </>
      )}
      renderForm={(stage, form) => <StageForm stage={stage} {...form} />}
      renderRemoval={(stage, onDone) => (
        <StageRemoval
          stage={stage}
          others={all.filter(({ id }) => id !== stage.id)}
          onDone={onDone}
        />
      )}
    />
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
