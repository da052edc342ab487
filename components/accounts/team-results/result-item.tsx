"use client";

import { Target } from "lucide-react";
import { useState } from "react";
import { useTeam } from "@/components/session/team.queries";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Initials } from "@/components/shared/layout/initials";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ResultOfPerson } from "@/lib/contracts/insights/team-results";
import { formatCents, formatDuration, formatNumber, formatPercent } from "@/lib/format";
import { GoalBars } from "./goal-bars";

const GoalDialog = lateDialog(async () => (await import("./goal-dialog")).GoalDialog);

interface ResultItemProps {
  result: ResultOfPerson;
  month: string;
  /** Whether the user sets goals. */
  leads: boolean;
  /** Without the figures, where nobody has any. */
  isBare?: boolean;
}

/** What one person achieved, and how far that is of their goals. */
export function ResultItem({ result, month, leads, isBare = false }: ResultItemProps) {
  const { person_id: id, name, is_suspended, goal } = result;
  const [opened, setOpened] = useState(false);
  const isYou = useTeam().people.some((person) => person.id === id && person.is_you);
  const shown = name ?? "Sem vendedor";
  const hasGoal = Object.values(goal).some((each) => each !== null);
  const label = hasGoal ? "Meta" : "Definir meta";
  return (
    <li className="px-5 py-4">
      <div className="flex items-center gap-3">
        {id !== null && name !== null && <Initials name={name} />}
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="break-words">
            {shown}
            {isYou && <span className="font-normal text-muted-foreground"> (você)</span>}
          </span>
          {is_suspended && <Badge tone="danger">Suspenso</Badge>}
        </p>
        {leads && id !== null && !is_suspended && (
          <Button
            variant="outline"
            size="sm"
            className="pointer-coarse:h-11"
            aria-label={`${label} de ${shown}`}
            onClick={() => setOpened(true)}
          >
            <Target aria-hidden />
            {label}
          </Button>
        )}
      </div>
      {!isBare && <Figures result={result} />}
      {hasGoal && <GoalBars result={result} name={shown} />}
      {opened && id !== null && (
        <GoalDialog
          personId={id}
          name={shown}
          month={month}
          goal={goal}
          onClose={() => setOpened(false)}
        />
      )}
    </li>
  );
}

function Figures({ result }: { result: ResultOfPerson }) {
  const { contacted, answered, first_answer_s, won, won_cents, opt_outs, late_tasks } = result;
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Figure label="Contatados" value={formatNumber(contacted)} />
      <Figure
        label="Responderam"
        value={formatNumber(answered)}
        more={contacted > 0 ? formatPercent(answered / contacted) : undefined}
      />
      <Figure
        label="Primeira resposta"
        value={first_answer_s === null ? "–" : formatDuration(first_answer_s)}
      />
      <Figure
        label="Tarefas atrasadas hoje"
        value={formatNumber(late_tasks)}
        isBad={late_tasks > 0}
      />
      <Figure label="Ganhos" value={formatNumber(won)} />
      <Figure label="Valor ganho" value={formatCents(won_cents)} />
      <Figure label="Não perturbe" value={formatNumber(opt_outs)} />
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: string;
  more?: string | undefined;
  isBad?: boolean;
}

function Figure({ label, value, more, isBad = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className={cn("break-words font-semibold tabular-nums", isBad && "text-danger-text")}>
        {value}
        {more && (
          <span className="ml-1.5 font-normal text-[0.8125rem] text-muted-foreground">{more}</span>
        )}
      </dd>
    </div>
  );
}
