"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, ListChecks, type LucideIcon, MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { buildSourceSeries } from "@/components/leads/leads/lead-source-series";
import { DayChart } from "@/components/shared/charts/day-chart";
import { ListSourceBars } from "@/components/shared/charts/list-source-bars";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { DashboardActivity } from "@/lib/contracts/insights/dashboard";
import { paths } from "@/lib/paths";
import { dashboardQueries } from "./dashboard.queries";

/** The last bar of the chart of leads; undefined until it is known. */
export function useCreatedToday(): number | undefined {
  const today = useQuery(dashboardQueries.activity()).data?.leads.at(-1);
  return today && Object.values(today.by_source).reduce((total, count) => total + count, 0);
}

export function LeadDaysCard() {
  return (
    <ActivityCard
      title="Leads por dia"
      empty={{
        icon: ChartColumn,
        title: "Nenhum lead nos últimos 30 dias",
        description: "Os leads que chegarem aparecem aqui por dia e por origem.",
        action: <Action href={paths.pagesSearch}>Buscar leads</Action>,
      }}
      isEmpty={({ leads }) => leads.every(({ by_source }) => Object.keys(by_source).length === 0)}
    >
      {({ leads }) => (
        <DayChart
          title="Leads por dia e por origem, nos últimos 30 dias"
          days={leads.map(({ day, by_source }) => ({ ...by_source, day }))}
          series={buildSourceSeries(leads)}
        />
      )}
    </ActivityCard>
  );
}

export function MessageDaysCard() {
  return (
    <ActivityCard
      title="Mensagens por dia"
      empty={{
        icon: MessagesSquare,
        title: "Nenhuma mensagem nos últimos 30 dias",
        description: "O que você enviar e receber pelo WhatsApp aparece aqui, dia a dia.",
        action: <Action href={paths.newCampaign}>Nova campanha</Action>,
      }}
      isEmpty={({ messages }) => messages.every(({ sent, received }) => sent + received === 0)}
    >
      {({ messages }) => (
        <DayChart
          title="Mensagens enviadas e recebidas por dia, nos últimos 30 dias"
          days={messages}
          series={[
            { key: "sent", label: "Enviadas", tone: "info" },
            { key: "received", label: "Recebidas", tone: "success" },
          ]}
        />
      )}
    </ActivityCard>
  );
}

export function ListSourcesCard() {
  return (
    <ActivityCard
      title="Fontes de Listas"
      empty={{
        icon: ListChecks,
        title: "Nenhuma lista nos últimos 30 dias",
        description: "De onde vêm as suas listas: buscas, importações e contatos do WhatsApp.",
        action: <Action href={paths.pagesSearch}>Criar a primeira lista</Action>,
      }}
      isEmpty={({ list_sources }) => list_sources.length === 0}
    >
      {({ list_sources }) => <ListSourceBars sources={list_sources} />}
    </ActivityCard>
  );
}

interface ActivityCardProps {
  title: string;
  empty: { icon: LucideIcon; title: string; description: string; action: ReactNode };
  isEmpty: (activity: DashboardActivity) => boolean;
  children: (activity: DashboardActivity) => ReactNode;
}

/** A card about the last 30 days. All cards share one query. */
function ActivityCard({ title, empty, isEmpty, children }: ActivityCardProps) {
  const activity = useQuery(dashboardQueries.activity());
  return (
    <Card className="min-w-0" aria-label={title}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <span className="text-muted-foreground text-xs">Últimos 30 dias</span>
      </CardHeader>
      {activity.isPending && (
        <CardContent>
          <Skeleton className="h-64 w-full" />
        </CardContent>
      )}
      {activity.isError && !activity.data && (
        <ErrorState
          title="Não foi possível carregar os últimos 30 dias"
          onRetry={activity.refetch}
          retrying={activity.isFetching}
        />
      )}
      {activity.data &&
        (isEmpty(activity.data) ? (
          <EmptyState {...empty} />
        ) : (
          <CardContent>{children(activity.data)}</CardContent>
        ))}
    </Card>
  );
}

function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link href={href}>{children}</Link>
    </Button>
  );
}
