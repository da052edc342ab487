import type { ReactNode } from "react";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { CampaignRun } from "@/lib/contracts/campaigns/activities";
import type { RunKind, RunStatus } from "@/lib/domain/campaigns/campaign";
import { lookUp } from "@/lib/domain/text/known-words";
import { countOf, formatDateTime } from "@/lib/format";

const STATUS: Record<RunStatus, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "neutral" },
  running: { label: "Em execução", tone: "gold" },
  completed: { label: "Concluída", tone: "success" },
  stopped: { label: "Parada", tone: "neutral" },
  error: { label: "Erro", tone: "danger" },
  missed: { label: "Perdida", tone: "danger" },
};

const KIND: Record<RunKind, string> = {
  audience: "",
  failed: "nova tentativa das que falharam",
  unknown: "reenvio",
};

interface OccurrencesCardProps {
  /** Newest first. */
  runs: readonly CampaignRun[];
  chosen: number | null;
  onChoose: (runId: number | null) => void;
}

/** The campaign's runs; one of them can be selected. */
export function OccurrencesCard({ runs, chosen, onChoose }: OccurrencesCardProps) {
  const { isSeveral, find } = useOwnNumbers();
  return (
    <Card aria-label="Ocorrências" className="mt-4 print:hidden">
      <CardHeader>
        <CardTitle>Ocorrências</CardTitle>
      </CardHeader>
      <CardContent>
        <fieldset className="relative max-h-64 space-y-1 overflow-y-auto">
          <legend className="sr-only">Mostrar os resultados de</legend>
          <Choice checked={chosen === null} onChoose={() => onChoose(null)}>
            <span className="font-medium">Todas</span>
          </Choice>
          {runs.map((run) => (
            <Choice key={run.id} checked={chosen === run.id} onChoose={() => onChoose(run.id)}>
              <span className="font-medium tabular-nums">{formatDateTime(run.scheduled_for)}</span>
              <RunBadge status={run.status} />
              <span className="text-muted-foreground">
                {describeRun(run, isSeveral ? find(run.number_id)?.name : undefined)}
              </span>
            </Choice>
          ))}
        </fieldset>
      </CardContent>
    </Card>
  );
}

interface ChoiceProps {
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ checked, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={cn(
        "relative flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-2 py-1 text-sm hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:min-h-11",
        checked && "bg-accent",
      )}
    >
      <input
        type="radio"
        name="occurrence"
        checked={checked}
        onChange={onChoose}
        className="size-4 shrink-0"
      />
      {children}
    </label>
  );
}

function RunBadge({ status }: { status: RunStatus }) {
  const { label, tone } = lookUp(STATUS, status, { label: status, tone: "neutral" });
  return <Badge tone={tone}>{label}</Badge>;
}

function describeRun(run: CampaignRun, number: string | undefined): string {
  const { kind, total, sent, answered, failed, error_message } = run;
  const parts = [
    number,
    KIND[kind],
    total > 0 && `${countOf(sent, "enviada", "enviadas")} de ${total}`,
    answered > 0 && countOf(answered, "resposta", "respostas"),
    failed > 0 && countOf(failed, "falhou", "falharam"),
    error_message,
  ];
  return parts.filter(Boolean).join(" · ");
}
