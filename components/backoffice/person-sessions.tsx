"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { deviceName } from "@/lib/domain/accounts/user-agent";
import { formatDateTime } from "@/lib/format";
import { adminMutations, adminQueries } from "./admin.queries";

const SHOWN_AT_FIRST = 5;

/** Where an account is logged in, to be ended all at once. */
export function PersonSessions({ person }: { person: BillingPerson }) {
  const { id: ownId } = useSessionUser();
  const sessions = useQuery(adminQueries.personSessions(person.id));
  const end = useMutation(adminMutations.endSessions(useQueryClient()));
  const [all, setAll] = useState(false);
  const listed = sessions.data ?? [];
  const isOwn = person.id === ownId;
  const endable = listed.filter(({ current }) => !current);

  function askToEnd() {
    const question = isOwn
      ? "Encerrar as suas outras sessões?"
      : `Encerrar as sessões de ${person.name}? A pessoa precisa entrar de novo.`;
    confirmToast(question, () =>
      end.mutate(person.id, { onSuccess: () => notifySuccess("Sessões encerradas.") }),
    );
  }

  return (
    <Card aria-label="Sessões ativas">
      <CardHeader>
        <CardTitle>Sessões ativas</CardTitle>
        {endable.length > 0 && (
          <Button variant="outline" size="sm" loading={end.isPending} onClick={askToEnd}>
            {!end.isPending && <LogOut aria-hidden />}
            Encerrar sessões
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {sessions.isPending && <Skeleton className="h-12 w-full" />}
        {sessions.isError && !sessions.data && (
          <ErrorState
            title="Erro ao carregar as sessões"
            onRetry={sessions.refetch}
            retrying={sessions.isFetching}
            className="py-6"
          />
        )}
        {sessions.data?.length === 0 && (
          <p className="text-muted-foreground text-sm">Ninguém está usando esta conta agora.</p>
        )}
        <ul className="divide-y divide-border">
          {(all ? listed : listed.slice(0, SHOWN_AT_FIRST)).map((session) => (
            <li key={session.id} className="py-3 first:pt-1 last:pb-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
                {session.kind === "api" ? "Programa" : deviceName(session.user_agent)}
                {session.current && <Badge tone="success">Esta sessão</Badge>}
              </p>
              <p className="mt-0.5 text-muted-foreground text-sm tabular-nums">
                {session.ip && `${session.ip} · `}Último uso em{" "}
                {formatDateTime(session.last_seen_at)}
              </p>
            </li>
          ))}
        </ul>
        {!all && listed.length > SHOWN_AT_FIRST && (
          <Button variant="ghost" size="sm" className="mt-2 -ml-3" onClick={() => setAll(true)}>
            Mostrar todas ({listed.length})
          </Button>
        )}
      </CardContent>
    </Card>
  );
}
