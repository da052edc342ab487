"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe, Terminal } from "lucide-react";
import { useState } from "react";
import { logOut } from "@/components/session/end-session";
import { userMutations, userQueries } from "@/components/session/users.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ActiveSession } from "@/lib/contracts/platform/sessions";
import { deviceName } from "@/lib/domain/accounts/user-agent";
import { formatDateTime } from "@/lib/format";

/** Sessions shown before "show all". Ordered by last use, so the current one is among them. */
const INITIAL_COUNT = 5;

export function SessionsCard() {
  const sessions = useQuery(userQueries.sessions());
  const [all, setAll] = useState(false);
  const listed = sessions.data ?? [];
  const shown = all ? listed : listed.slice(0, INITIAL_COUNT);
  return (
    <Card aria-label="Sessões ativas">
      <CardHeader>
        <CardTitle>Sessões ativas</CardTitle>
      </CardHeader>
      <CardContent>
        {sessions.isPending && (
          <div className="space-y-3">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </div>
        )}
        {sessions.isError && !sessions.data && (
          <ErrorState
            title="Erro ao carregar as sessões"
            onRetry={sessions.refetch}
            retrying={sessions.isFetching}
            className="py-6"
          />
        )}
        <ul className="divide-y divide-border">
          {shown.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
        {listed.length > shown.length && (
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => setAll(true)}>
            Mostrar todas as {listed.length} sessões
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

function SessionItem({ session }: { session: ActiveSession }) {
  const client = useQueryClient();
  const end = useMutation(userMutations.endSession(client));
  const Icon = session.kind === "browser" ? Globe : Terminal;

  async function leave() {
    if (session.current) return logOut();
    await end.mutateAsync(session.id).then(
      () => notifySuccess("Sessão encerrada."),
      () => undefined,
    );
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <Icon className="size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          {deviceName(session.user_agent)}
          {session.current && <Badge tone="success">Esta sessão</Badge>}
        </p>
        <p className="mt-0.5 text-muted-foreground text-sm tabular-nums">
          {session.ip && `${session.ip} · `}Último uso em {formatDateTime(session.last_seen_at)}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        loading={end.isPending}
        onClick={() => void leave()}
        aria-label={`Encerrar ${session.current ? "esta sessão" : `sessão em ${deviceName(session.user_agent)}`}`}
      >
        Encerrar
      </Button>
    </li>
  );
}
