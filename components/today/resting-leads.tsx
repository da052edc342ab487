"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowRightLeft, ListPlus, MessageCircle } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { leadMutations } from "@/components/leads/leads.queries";
import { LossReasonDialog } from "@/components/leads/loss-reason-dialog";
import { StageBadge } from "@/components/leads/stage-badge";
import { useStages } from "@/components/leads/stages.queries";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { RestingLead } from "@/lib/contracts/insights/today";
import { describeRest } from "@/lib/domain/leads/stages";
import { errorText } from "@/lib/error-text";
import { boardPath, chatPath, leadPath } from "@/lib/paths";
import { TodaySection } from "./today-section";

const NewTaskDialog = dynamic(
  lateDialog(async () => (await import("@/components/tasks/new-task-dialog")).NewTaskDialog),
  { ssr: false },
);

/** Leads that nothing has happened to for longer than their stage allows, and that have no task ahead. */
export function RestingLeads() {
  return (
    <TodaySection
      title="Leads parados"
      nothing="Nenhum lead passou do prazo da etapa."
      errorTitle="Não foi possível carregar os leads parados"
      count={({ resting }) => resting}
      action={({ resting }) =>
        resting.count > resting.leads.length && (
          <Button asChild variant="link" size="inline">
            <Link href={boardPath}>Ver no quadro</Link>
          </Button>
        )
      }
    >
      {({ resting }) => (
        <ul>
          {resting.leads.map((lead) => (
            <RestingLine key={lead.id} lead={lead} />
          ))}
        </ul>
      )}
    </TodaySection>
  );
}

function RestingLine({ lead }: { lead: RestingLead }) {
  const { id, name, city, state, whatsapp } = lead;
  const [planning, setPlanning] = useState(false);
  const place = [city, state].filter(Boolean).join("/");
  return (
    <li className="-mx-2 flex items-center gap-2 rounded-lg px-2 py-2 hover:bg-muted/60">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <Link
            href={leadPath(id)}
            className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <StageBadge lead={lead} />
        </p>
        <p className="truncate text-[0.8125rem] text-muted-foreground">
          {describeRest(lead.staged_at, new Date())}
          {place && ` · ${place}`}
        </p>
      </div>
      <div className="flex shrink-0 items-center">
        <MoveMenu lead={lead} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Nova tarefa para ${name}`}
          title="Nova tarefa"
          onClick={() => setPlanning(true)}
        >
          <ListPlus aria-hidden />
        </Button>
        {whatsapp && (
          <Button asChild variant="ghost" size="icon">
            <Link
              href={chatPath(whatsapp)}
              aria-label={`Abrir a conversa com ${name}`}
              title="Abrir a conversa"
            >
              <MessageCircle aria-hidden />
            </Link>
          </Button>
        )}
      </div>
      {planning && <NewTaskDialog lead={{ id, name }} onClose={() => setPlanning(false)} />}
    </li>
  );
}

/** Moves the lead on, asks why when it is lost, and takes it back. */
function MoveMenu({ lead }: { lead: RestingLead }) {
  const stages = useStages();
  const [losing, setLosing] = useState<number | null>(null);
  const { mutate } = useMutation({
    ...leadMutations.setStatusOfSelected(useQueryClient()),
    onSuccess: (_moved, { stage_id }) => {
      if (stage_id === lead.stage_id) return notifySuccess("Movimento desfeito.");
      notifySuccess(`${lead.name} → ${stages.find(({ id }) => id === stage_id)?.name}`, {
        action: { label: "Desfazer", onClick: () => put(lead.stage_id) },
      });
    },
    onError: (error) => notifyError(errorText(error)),
  });
  function put(stageId: number, lossReasonId: number | null = null) {
    mutate({
      lead_ids: [lead.id],
      stage_id: stageId,
      ...(lossReasonId !== null && { loss_reason_id: lossReasonId }),
    });
  }
  return (
    <>
      <DropdownMenu
        align="end"
        entries={[
          { kind: "label", label: "Mover para…" },
          ...stages
            .filter(({ id }) => id !== lead.stage_id)
            .map(({ id, name, meaning }) => ({
              kind: "action" as const,
              label: name,
              onSelect: () => (meaning === "lost" ? setLosing(id) : put(id)),
            })),
        ]}
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Mover ${lead.name}`} title="Mover para…">
            <ArrowRightLeft aria-hidden />
          </Button>
        }
      />
      {losing !== null && (
        <LossReasonDialog
          onChoose={(reasonId) => {
            setLosing(null);
            put(losing, reasonId);
          }}
          onClose={() => setLosing(null)}
        />
      )}
    </>
  );
}
