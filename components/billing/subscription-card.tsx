"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Billing } from "@/lib/contracts/billing/billing";
import { isPro } from "@/lib/domain/plans/plan";
import { getPlanLabel } from "@/lib/domain/plans/plan-catalogue";
import { formatDate, formatReais } from "@/lib/format";
import { billingMutations, billingQueries } from "./billing.queries";
import { getStatusLabel } from "./billing-labels";

const CancelDialog = lateDialog(async () => (await import("./cancel-dialog")).CancelDialog);

const tones: Partial<Record<Billing["status"], Tone>> = {
  active: "success",
  past_due: "danger",
  unpaid: "danger",
  trial: "info",
};

export function SubscriptionCard({ billing }: { billing: Billing }) {
  const client = useQueryClient();
  const overview = useQuery(billingQueries.overview());
  const pro = isPro(useSessionUser().plan);
  const resume = useMutation(billingMutations.resume(client));
  const portal = useMutation(billingMutations.portal());
  const [cancelling, setCancelling] = useState(false);
  const { has_portal: hasPortal, debit, pro_until: proUntil } = overview.data ?? {};
  // A payment failed too often: the paid time is over, and PRO stays only for a grace period.
  const hasEnded = billing.status === "canceled";
  const isEnding = billing.cancel_at_period_end || hasEnded;
  const isDebitEnded = debit === "ended" && !isEnding;
  const isLastPeriod = isEnding || isDebitEnded;
  const endsAt = (isLastPeriod && proUntil) || billing.current_period_end;

  const resumeNow = () =>
    resume.mutate(undefined, { onSuccess: () => notifySuccess("Sua assinatura continua.") });

  const openPortal = (wanted: { change?: "plan" | "payment_method" }) =>
    portal.mutate(wanted, { onSuccess: ({ url }) => window.location.assign(url) });

  return (
    <Card aria-label="Detalhes da assinatura">
      <CardHeader>
        <CardTitle>Detalhes da assinatura</CardTitle>
        <Badge tone={tones[billing.status] ?? "neutral"}>{getStatusLabel(billing.status)}</Badge>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          <Fact label="Plano">{getPlanLabel(billing.plan)}</Fact>
          <Fact label="Valor">{formatReais(billing.price)}</Fact>
          <Fact label="Início da Assinatura">{formatDate(billing.start_date)}</Fact>
          <Fact label={isLastPeriod ? "Termina em" : "Próxima Cobrança"}>{formatDate(endsAt)}</Fact>
          {billing.payment_method && (
            <Fact label="Forma de pagamento">{billing.payment_method}</Fact>
          )}
        </dl>
        {isEnding && (
          <p className="mt-4 text-pretty text-muted-foreground text-sm">
            A assinatura foi cancelada: o plano PRO fica ativo até {formatDate(endsAt)}.
          </p>
        )}
        {debit === "processing" && (
          <p className="mt-4 text-pretty text-sm">O banco debita em 3 dias; até lá nada muda.</p>
        )}
        {isDebitEnded && (
          <p className="mt-4 text-pretty text-danger-text text-sm">
            O débito pelo Pix foi cancelado no banco.{" "}
            {pro && proUntil && `O plano PRO fica ativo até ${formatDate(proUntil)}. `}
            {hasPortal
              ? "Para continuar, escolha como pagar as próximas cobranças: nada é cobrado agora."
              : "Para continuar, pague a próxima fatura, que aparece no histórico de cobrança."}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-2">
          {hasPortal && isDebitEnded && (
            <Button
              onClick={() => openPortal({ change: "payment_method" })}
              loading={portal.isPending}
            >
              Escolher como pagar
            </Button>
          )}
          {hasPortal && billing.status === "active" && !isEnding && (
            <Button
              variant="outline"
              onClick={() => openPortal({ change: "plan" })}
              loading={portal.isPending}
            >
              Mudar de plano
            </Button>
          )}
          {hasPortal && (
            <Button variant="outline" onClick={() => openPortal({})} loading={portal.isPending}>
              Portal do cliente
            </Button>
          )}
          {hasEnded ? null : isEnding ? (
            <Button variant="outline" onClick={resumeNow} loading={resume.isPending}>
              Retomar Assinatura
            </Button>
          ) : (
            <Button variant="ghost" onClick={() => setCancelling(true)}>
              Cancelar Assinatura
            </Button>
          )}
        </div>
      </CardContent>
      {cancelling && <CancelDialog billing={billing} onClose={() => setCancelling(false)} />}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="mt-0.5 truncate font-medium text-sm tabular-nums">{children}</dd>
    </div>
  );
}
