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
import { EVENT_PAGE_SIZES, type EventEntry } from "@/lib/contracts/insights/event-reports";
import { describeEvent } from "@/lib/domain/events/event-text";
import { EVENT_TYPE_NAMES, EVENT_TYPES, MAX_SKIPPED_EVENTS } from "@/lib/domain/events/event-types";
import { errorText } from "@/lib/error-text";
import { countOf, formatDateTime } from "@/lib/format";
import { EventIcon } from "./event-icon";
import { eventQueries } from "./events.queries";
import { PeriodFields } from "./period-fields";
import type { useEventParams } from "./use-event-params";

type EventParams = ReturnType<typeof useEventParams>;

/** The events one by one, newest first, filtered by type and dates. */
export function EventHistory({ params }: { params: EventParams }) {
  const { history, page, pageSize, change } = params;
  const filter = { ...history.period, ...(history.type && { event_type: history.type }) };
  // Further back than that, narrower dates lead there.
  const lastPage = Math.floor(MAX_SKIPPED_EVENTS / pageSize) + 1;
  const offset = (Math.min(page, lastPage) - 1) * pageSize;
  const entries = useQuery(eventQueries.list({ ...filter, limit: pageSize, offset }));
  const counts = useQuery(eventQueries.summary(filter));
  const total = counts.data?.summary.reduce((sum, each) => sum + each.entries, 0) ?? 0;
  return (
    <Card aria-label="Histórico de atividades" aria-busy={entries.isFetching} className="min-w-0">
      <CardHeader className="flex-wrap items-end gap-y-3 border-border border-b pb-4">
        <CardTitle className="py-2">Histórico de atividades</CardTitle>
        <Filters params={params} />
      </CardHeader>
      {entries.isPending && (
        <div className="space-y-3 p-5">
          {["a", "b", "c", "d"].map((key) => (
            <Skeleton key={key} className="h-9 w-full" />
          ))}
        </div>
      )}
      {entries.isError && !entries.data && (
        <ErrorState
          title="Erro ao carregar eventos"
          detail={errorText(entries.error)}
          onRetry={entries.refetch}
          retrying={entries.isFetching}
        />
      )}
      {entries.data?.length === 0 && (
        <EmptyState
          icon={History}
          title="Nenhum evento encontrado para os filtros selecionados."
          description="Buscas, leads, campanhas e mensagens ficam registrados aqui por 24 meses."
        />
      )}
      {entries.data && entries.data.length > 0 && (
        <ul className={cn("divide-y divide-border", entries.isPlaceholderData && "opacity-60")}>
          {entries.data.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <Pagination
          buttons
          page={page}
          pageSize={pageSize}
          pageSizes={EVENT_PAGE_SIZES}
          total={total}
          totalPages={Math.min(lastPage, Math.ceil(total / pageSize))}
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

function Entry({ event }: { event: EventEntry }) {
  return (
    <li className="flex items-center gap-3 px-5 py-2.5 text-sm">
      <EventIcon type={event.event_type} />
      <span className="min-w-0 flex-1 break-words">{describeEvent(event)}</span>
      <span className="flex shrink-0 flex-col items-end gap-x-4 tabular-nums sm:flex-row">
        {event.credits_used > 0 && (
          <span className="font-medium">{countOf(event.credits_used, "crédito", "créditos")}</span>
        )}
        <time dateTime={event.timestamp} className="text-muted-foreground">
          {formatDateTime(event.timestamp)}
        </time>
      </span>
    </li>
  );
}
