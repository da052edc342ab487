"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { DELETION_DAYS, PAYMENTS_KEPT_YEARS } from "@/lib/domain/custody/account-deletion";
import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import { formatDateTime } from "@/lib/format";
import { DeletionDialog } from "./deletion-dialog";
import { ownDataQueries } from "./own-data.queries";
import { useUndoDeletion } from "./use-undo-deletion";

/** What is deleted, what stays and why, before the button; then until when the deletion can be cancelled. */
export function DeletionCard() {
  const { isAdmin } = useSessionUser();
  const state = useQuery(ownDataQueries.deletion());
  return (
    <Card aria-label="Excluir a conta">
      <CardHeader>
        <CardTitle>Excluir a conta</CardTitle>
      </CardHeader>
      <CardContent>
        {isAdmin ? (
          <p className="text-pretty text-muted-foreground text-sm">
            A conta do administrador não pode ser excluída: sem ela ninguém cuida desta instalação.
          </p>
        ) : state.isError && !state.data ? (
          <ErrorState
            title="Erro ao carregar a situação da conta"
            onRetry={state.refetch}
            retrying={state.isFetching}
          />
        ) : state.data ? (
          state.data.deletion ? (
            <Waiting dueAt={state.data.deletion.due_at} />
          ) : (
            <Offer
              keepsPayments={state.data.keeps_payments}
              hasSubscription={state.data.has_subscription}
            />
          )
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </CardContent>
    </Card>
  );
}

function Waiting({ dueAt }: { dueAt: string }) {
  const undo = useUndoDeletion();
  return (
    <>
      <p className="mb-4 text-pretty text-sm">
        Esta conta será excluída em <strong>{formatDateTime(dueAt)}</strong>. Até lá nada é enviado
        nem mudado, e você pode ler tudo e pedir uma cópia dos seus dados.
      </p>
      <Button onClick={undo.run} loading={undo.isPending}>
        Desfazer a exclusão
      </Button>
    </>
  );
}

interface OfferProps {
  keepsPayments: boolean;
  hasSubscription: boolean;
}

function Offer({ keepsPayments, hasSubscription }: OfferProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <dl className="mb-4 space-y-3 text-pretty text-sm [&_dd]:mt-0.5 [&_dd]:text-muted-foreground [&_dt]:font-medium">
        <div>
          <dt>O que acontece logo</dt>
          <dd>
            As outras sessões são encerradas, as campanhas pausam, as buscas e os radares param e
            nada mais é enviado. Por {DELETION_DAYS} dias você pode desfazer.
          </dd>
        </div>
        <div>
          <dt>O que é apagado depois de {DELETION_DAYS} dias, para sempre</dt>
          <dd>
            O seu cadastro, os leads, as listas, as conversas com os arquivos, as campanhas, as
            buscas, os radares, o histórico, os tokens e os webhooks. O WhatsApp é desconectado
            {hasSubscription && ", e a assinatura é cancelada, sem devolução do período já pago"}. O
            seu e-mail fica livre para uma conta nova.
          </dd>
        </div>
        <div>
          <dt>O que fica</dt>
          <dd>
            {keepsPayments
              ? `Os seus pagamentos (valores, datas, plano e recibos), sem o seu nome, e-mail nem telefone, por ${PAYMENTS_KEPT_YEARS - 1} anos contados do ano seguinte: a lei tributária obriga.`
              : "Nada além do registro de que a exclusão foi pedida e feita, com o número da conta e as datas."}{" "}
            Quantas pessoas o seu número de WhatsApp abordou por dia fica por{" "}
            {KEPT_DAYS.numberStanding} dias, para que ele não seja bloqueado.
          </dd>
        </div>
        <div>
          <dt>Não é o mesmo que desativar</dt>
          <dd>
            Uma conta desativada pelo administrador só deixa de entrar e de enviar, e os dados dela
            continuam guardados. Excluir apaga.
          </dd>
        </div>
      </dl>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Excluir a conta…
      </Button>
      {asking && <DeletionDialog onClose={() => setAsking(false)} />}
    </>
  );
}
