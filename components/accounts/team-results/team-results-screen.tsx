"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { TeamSections } from "@/components/accounts/team/team-sections";
import { useCan } from "@/components/session/session-context";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Page } from "@/components/shared/layout/page";
import { useNow } from "@/components/shared/state/use-now";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { TeamResults } from "@/lib/contracts/insights/team-results";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { MondayMail } from "./monday-mail";
import { MonthLinks } from "./month-links";
import { readMonthParameter } from "./month-parameter";
import { ResultItem } from "./result-item";
import { teamResultsQuery } from "./team-results.queries";

/** What each person of the account achieved in a month, beside their goals; for a seller their own alone. */
export function TeamResultsScreen() {
  const leads = useCan("manager");
  const chosen = readMonthParameter(useSearchParams());
  const current = getSaoPauloDay(useNow()).slice(0, 7);
  const results = useQuery(teamResultsQuery(chosen));
  return (
    <Page
      title="Equipe"
      description={
        leads
          ? "O que cada pessoa da equipe alcançou no mês, ao lado da meta dela."
          : "O que você alcançou no mês. Donos e gestores veem os resultados de todos."
      }
    >
      <TeamSections />
      <div className="grid max-w-4xl gap-4">
        <MonthLinks month={chosen ?? current} current={current} />
        {results.isError && !results.data ? (
          <Card>
            <ErrorState
              title="Erro ao carregar os resultados"
              onRetry={results.refetch}
              retrying={results.isFetching}
            />
          </Card>
        ) : results.data ? (
          <Rows results={results.data} leads={leads} />
        ) : (
          <Skeletons />
        )}
        {leads && (
          <p className="text-pretty text-[0.8125rem] text-muted-foreground">
            Ganhos contam para o vendedor que o lead tem hoje. Tarefas atrasadas são as de agora.
          </p>
        )}
        {leads && <MondayMail on={results.data?.monday_mail} />}
      </div>
    </Page>
  );
}

function Rows({
  results: { month, rows, total },
  leads,
}: {
  results: TeamResults;
  leads: boolean;
}) {
  if (rows.every(hasNothing)) {
    return (
      <Card aria-label="Resultados">
        <EmptyState
          icon={ChartNoAxesColumn}
          title="Nada neste mês ainda."
          description="Conversas respondidas, vendas e tarefas de cada pessoa aparecem aqui."
        />
        <ul className="divide-y divide-border border-border border-t">
          {rows.map((row) => (
            <ResultItem key={row.person_id} result={row} month={month} leads={leads} isBare />
          ))}
        </ul>
      </Card>
    );
  }
  return (
    <Card aria-label="Resultados">
      <ul className="divide-y divide-border">
        {total && rows.length > 1 && (
          <ResultItem
            result={{ ...total, person_id: null, name: "Total da equipe", is_suspended: false }}
            month={month}
            leads={false}
          />
        )}
        {rows.map((row) => (
          <ResultItem key={row.person_id} result={row} month={month} leads={leads} />
        ))}
      </ul>
    </Card>
  );
}

/** Neither figures nor goals. */
function hasNothing({ goal, ...figures }: TeamResults["rows"][number]): boolean {
  const { contacted, first_answer_s, late_tasks, won, opt_outs } = figures;
  const nothing = !contacted && first_answer_s === null && !late_tasks && !won && !opt_outs;
  return nothing && Object.values(goal).every((each) => each === null);
}

function Skeletons() {
  return (
    <Card aria-busy className="divide-y divide-border">
      {[0, 1, 2].map((at) => (
        <div key={at} className="px-5 py-4">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="mt-3 h-48 w-full sm:h-24" />
        </div>
      ))}
    </Card>
  );
}
