"use client";

import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { TeamInvitation } from "@/lib/contracts/accounts/team";
import { ROLE_LABEL, reaches } from "@/lib/domain/accounts/roles";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatDateTime } from "@/lib/format";
import { teamMutations } from "./team.queries";

interface InvitationsCardProps {
  query: UseQueryResult<TeamInvitation[]>;
  now: Date;
}

/** Open and expired invitations. Renders nothing while they load, or where there are none. */
export function InvitationsCard({ query, now }: InvitationsCardProps) {
  if (!query.data?.length && !query.isError) return null;
  return (
    <Card aria-label="Convites">
      <CardHeader>
        <CardTitle>Convites</CardTitle>
      </CardHeader>
      <CardContent>
        {query.isError && !query.data && (
          <ErrorState
            title="Erro ao carregar os convites"
            onRetry={query.refetch}
            retrying={query.isFetching}
            className="py-6"
          />
        )}
        <ul className="divide-y divide-border">
          {query.data?.map((invitation) => (
            <InvitationItem
              key={invitation.id}
              invitation={invitation}
              isOver={new Date(invitation.expires_at) <= now}
            />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

interface InvitationItemProps {
  invitation: TeamInvitation;
  isOver: boolean;
}

function InvitationItem({ invitation, isOver }: InvitationItemProps) {
  const { id, email, role, invited_by, expires_at } = invitation;
  const { role: own } = useSessionUser();
  const client = useQueryClient();
  const sending = useMutation(teamMutations.invite(client));
  const revocation = useMutation(teamMutations.revoke(client));

  const resend = () =>
    sending.mutate(
      { email, role },
      { onSuccess: () => notifySuccess(`Convite enviado de novo para ${email}.`) },
    );
  const revoke = () =>
    confirmToast(
      "Cancelar este convite?",
      () => revocation.mutate(id, { onSuccess: () => notifySuccess("Convite cancelado.") }),
      `O link enviado para ${email} deixa de abrir.`,
      { keep: "Manter", confirm: "Cancelar convite" },
    );

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <Mail className="size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="break-all">{email}</span>
          <Badge tone={role === "owner" ? "gold" : "neutral"}>{labelOf(ROLE_LABEL, role)}</Badge>
          {isOver && <Badge tone="danger">Vencido</Badge>}
        </p>
        <p className="mt-0.5 break-words text-muted-foreground text-sm tabular-nums">
          Convite de {invited_by} · {isOver ? "venceu" : "vence"} em {formatDateTime(expires_at)}
        </p>
      </div>
      <div className="flex gap-2">
        {reaches(own, role) && (
          <Button
            variant="outline"
            size="sm"
            loading={sending.isPending}
            onClick={resend}
            aria-label={`Reenviar o convite para ${email}`}
          >
            Reenviar
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          loading={revocation.isPending}
          onClick={revoke}
          aria-label={`Cancelar o convite para ${email}`}
        >
          Cancelar
        </Button>
      </div>
    </li>
  );
}
