"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { userQueries } from "@/components/session/users.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Pager } from "@/components/shared/table/pager";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { endpointUrl } from "@/lib/api/client";
import { ACCOUNT_ACTION_LABEL, describeDetails } from "@/lib/domain/accounts/account-actions";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatDateTime } from "@/lib/format";

/** Logins, data that left the account, and deletions, in the last 12 months. */
export function ActionsCard() {
  const [page, setPage] = useState(1);
  const actions = useQuery(userQueries.actions(page));
  return (
    <Card aria-label="Histórico da conta">
      <CardHeader className="flex-wrap justify-between gap-2">
        <CardTitle>Histórico da conta</CardTitle>
        <Button asChild variant="outline" size="sm">
          <a href={endpointUrl("/api/account_actions/export")} download>
            <Download aria-hidden />
            Exportar CSV
          </a>
        </Button>
      </CardHeader>
      <CardContent>
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          Entradas, exportações, exclusões e mudanças de acesso dos últimos 12 meses. Não reconhece
          algo? Troque a senha e encerre as outras sessões.
        </p>
        {actions.isError && !actions.data ? (
          <ErrorState
            title="Erro ao carregar o histórico"
            onRetry={actions.refetch}
            retrying={actions.isFetching}
          />
        ) : actions.data ? (
          actions.data.actions.length === 0 ? (
            <p className="py-6 text-center text-muted-foreground text-sm">Nada por aqui ainda.</p>
          ) : (
            <ul aria-label="Ações" className="divide-y divide-border">
              {actions.data.actions.map(({ id, action, details, person, occurred_at }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 text-sm"
                >
                  <span className="min-w-0 flex-1 basis-60">
                    <span className="font-medium">{labelOf(ACCOUNT_ACTION_LABEL, action)}</span>
                    <span className="block break-words text-muted-foreground">
                      {[describeDetails(details), person && `por ${person}`]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                  <time dateTime={occurred_at} className="text-muted-foreground tabular-nums">
                    {formatDateTime(occurred_at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </CardContent>
      <Pager
        label="Páginas do histórico"
        page={page}
        totalPages={actions.data?.pagination.total_pages ?? 1}
        onPage={setPage}
      />
    </Card>
  );
}
