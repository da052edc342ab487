"use client";

import { ArrowRightLeft, ListPlus, MessageCircle } from "lucide-react";
import { useState } from "react";
import { StageBadge } from "@/components/leads/leads/stage-badge";
import { useStages } from "@/components/leads/leads/stages.queries";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { RestingLead } from "@/lib/contracts/insights/today";
import { describeRest } from "@/lib/domain/leads/stages";
import { boardPath, chatPath, leadPath } from "@/lib/paths";
import { MoveMenu } from "./move-menu";
import { TodaySection } from "./today-section";

const NewTaskDialog = lateDialog(
  async () => (await import("@/components/leads/tasks/new-task-dialog")).NewTaskDialog,
);

/** Leads without any event for longer than their stage allows, and without a future task. */
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
  const now = useNow();
  const { id, name, city, state, whatsapp } = lead;
  const stages = useStages();
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
          {describeRest(lead.staged_at, now)}
          {place && ` · ${place}`}
        </p>
      </div>
      <div className="flex shrink-0 items-center">
        <MoveMenu
          lead={lead}
          stages={stages.filter((stage) => stage.id !== lead.stage_id)}
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Mover ${name}`} title="Mover para…">
              <ArrowRightLeft aria-hidden />
            </Button>
          }
        />
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
