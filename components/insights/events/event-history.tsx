"use client";

import { useQuery } from "@tanstack/react-query";
import { History, X } from "lucide-react";
import { useId } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Pagination } from "@/components/shared/table/pagination";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { EVENT_PAGE_SIZES } from "@/lib/contracts/insights/event-reports";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "@/lib/domain/events/event-types";
import { errorText } from "@/lib/error-text";
import { EventDays } from "./event-days";
import { eventQueries } from "./events.queries";
import { PeriodFields } from "./period-fields";
import type { useEventParams } from "./use-event-params";

type EventParams = ReturnType<typeof useEventParams>;

/** What happened, day by day, the latest first, filtered by type and dates. */
export function EventHistory({ params }: { params: EventParams }) {
  const { history, page, pageSize, change } = params;
  const story = useQuery(eventQueries.story(params.query));
  const { lines, pagination } = story.data ?? {};
  return (
    <Card aria-label="Histórico de atividades" aria-busy={story.isFetching} className="min-w-0">
      <CardHeader className="flex-wrap items-end gap-y-3 border-border border-b pb-4">
        <CardTitle className="py-2">Histórico de atividades</CardTitle>
        <Filters params={params} />
      </CardHeader>
      {story.isPending && (
        <div className="space-y-3 p-5">
          {["a", "b", "c", "d"].map((key) => (
            <Skeleton key={key} className="h-9 w-full" />
          ))}
        </div>
      )}
      {story.isError && !story.data && (
        <ErrorState
          title="Erro ao carregar eventos"
          detail={errorText(story.error)}
          onRetry={story.refetch}
          retrying={story.isFetching}
        />
      )}
      {lines?.length === 0 && (
        <EmptyState
          icon={History}
          title="Nenhum evento encontrado para os filtros selecionados."
          description="Buscas, leads, campanhas e mensagens ficam registrados aqui por 24 meses."
        />
      )}
      {lines && lines.length > 0 && (
        <div className={cn(story.isPlaceholderData && "opacity-60")}>
          <EventDays lines={lines} />
        </div>
      )}
      {pagination && pagination.total > 0 && (
        <Pagination
          buttons
          page={page}
          pageSize={pageSize}
          pageSizes={EVENT_PAGE_SIZES}
          total={pagination.total}
          totalPages={Math.min(history.lastPage, pagination.total_pages)}
          onPage={(number) => change({ page: number })}
          onPageSize={(size) => change({ pageSize: size })}
        />
      )}
    </Card>
  );
}

function Filters({ params: { history, isFiltered, change } }: { params: EventParams }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
      <div className="max-sm:w-full">
        <label htmlFor={id} className="mb-1 block text-muted-foreground text-xs">
          Tipo de evento
        </label>
        <NativeSelect
          id={id}
          className="sm:w-52"
          value={history.type ?? ""}
          onChange={(event) => change({ type: event.target.value })}
        >
          <option value="">Todos</option>
          {EVENT_TYPE_NAMES.map((type) => (
            <option key={type} value={type}>
              {EVENT_TYPES[type].description}
            </option>
          ))}
        </NativeSelect>
      </div>
      <PeriodFields
        from={history.period.start_date}
        to={history.period.end_date}
        onChange={({ from, to }) =>
          change({ ...(from && { since: from }), ...(to && { until: to }) })
        }
      />
      {isFiltered && (
        <Button variant="ghost" onClick={() => change({ type: "", since: "", until: "" })}>
          <X aria-hidden />
          Limpar filtros
        </Button>
      )}
    </div>
  );
}
