"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity, ListChecks } from "lucide-react";
import { CreditsCard } from "@/components/accounts/credits/credits-card";
import { ListSourceBars } from "@/components/shared/charts/list-source-bars";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Page } from "@/components/shared/layout/page";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";
import { AnswerHoursCard } from "./answer-hours-card";
import { DealsCard } from "./deals-card";
import { EventCard } from "./event-card";
import { EventDaysCard } from "./event-days-card";
import { EventHistory } from "./event-history";
import type { ChosenPeriod } from "./event-params";
import { EventSummary } from "./event-summary";
import { eventQueries } from "./events.queries";
import { FunnelCard } from "./funnel-card";
import { PeriodFields } from "./period-fields";
import { useEventParams } from "./use-event-params";
import { useTokenAsked } from "./use-token-asked";

export function EventsScreen() {
  const params = useEventParams();
  useTokenAsked();
  const { period, change } = params;
  return (
    <Page
      title="Eventos"
      description="O que aconteceu na sua prospecção, do lead encontrado ao negócio fechado."
      actions={
        <PeriodFields
          from={period.start_date}
          to={period.end_date}
          onChange={(chosen) => change(chosen)}
        />
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Summary period={period} />
        <CreditsCard />
      </div>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <EventDaysCard period={period} />
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <FunnelCard period={period} />
          <DealsCard period={period} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Sources period={period} />
          <AnswerHoursCard period={period} />
        </div>
      </div>
      <div className="mt-4">
        <EventHistory params={params} />
      </div>
    </Page>
  );
}

/** The room of every account's counts: nothing below moves when they are loaded. */
const SUMMARY_HEIGHT = "min-h-64 sm:min-h-58 xl:min-h-46";

function Summary({ period }: { period: ChosenPeriod }) {
  const summary = useQuery(eventQueries.summary(period));
  if (summary.isPending) return <Skeleton className={cn(SUMMARY_HEIGHT, "w-full rounded-xl")} />;
  if (!summary.data) {
    return (
      <Card>
        <ErrorState
          title="Erro ao carregar dados do dashboard"
          detail={errorText(summary.error)}
          onRetry={summary.refetch}
          retrying={summary.isFetching}
        />
      </Card>
    );
  }
  if (summary.data.summary.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Activity}
          title="Nenhum evento neste período"
          description="Cada busca, lead, campanha e mensagem passa a ser contada aqui."
        />
      </Card>
    );
  }
  return (
    <Card
      aria-label="Resumo"
      className={cn(SUMMARY_HEIGHT, summary.isPlaceholderData && "opacity-60")}
    >
      <EventSummary summary={summary.data.summary} />
    </Card>
  );
}

function Sources({ period }: { period: ChosenPeriod }) {
  const sources = useQuery(eventQueries.sources(period));
  return (
    <EventCard
      title="Fontes de Listas"
      query={sources}
      isEmpty={(data) => data.sources.length === 0}
      empty={{
        icon: ListChecks,
        title: "Nenhuma lista neste período",
        description: "De onde vêm as suas listas: buscas, importações e contatos do WhatsApp.",
      }}
    >
      {(data) => <ListSourceBars sources={data.sources} />}
    </EventCard>
  );
}
