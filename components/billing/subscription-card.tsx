"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Billing } from "@/lib/contracts/billing/billing";
import { getPlanLabel } from "@/lib/domain/plans/plan-catalogue";
import { formatDate, formatReais } from "@/lib/format";
import { billingMutations, billingQueries } from "./billing.queries";
import { getStatusLabel } from "./billing-labels";

const CancelDialog = lateDialog(async () => (await import("./cancel-dialog")).CancelDialog);
const ConfirmUpgradeDialog = lateDialog(
  async () => (await import("./confirm-upgrade-dialog")).ConfirmUpgradeDialog,
);

const tones: Partial<Record<Billing["status"], Tone>> = {
  active: "success",
  past_due: "danger",
  unpaid: "danger",
  trial: "info",
};

export function SubscriptionCard({ billing }: { billing: Billing }) {
  const client = useQueryClient();
  const overview = useQuery(billingQueries.overview());
  const change = useMutation({
    ...billingMutations.change(client),
    meta: { failure: () => "Erro ao retomar assinatura. Por favor, tente novamente." },
  });
  const portal = useMutation(billingMutations.portal());
  const [dialog, setDialog] = useState<"cancel" | "upgrade" | null>(null);
  // A payment failed too often: the paid time is over, and PRO stays only for a grace period.
  const hasEnded = billing.status === "canceled";
  const isEnding = billing.cancel_at_period_end || hasEnded;
  const endsAt = (hasEnded && overview.data?.past_due?.pro_until) || billing.current_period_end;

  const resume = () =>
    change.mutate(
      { cancel_at_period_end: false },
      { onSuccess: () => notifySuccess("Sua assinatura continua.") },
    );

  const openPortal = () =>
    portal.mutate(undefined, { onSuccess: ({ url }) => window.location.assign(url) });

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
          <Fact label={isEnding ? "Termina em" : "Próxima Cobrança"}>{formatDate(endsAt)}</Fact>
          {billing.payment_method && (
            <Fact label="Forma de pagamento">{billing.payment_method}</Fact>
          )}
        </dl>
        {isEnding && (
          <p className="mt-4 text-pretty text-muted-foreground text-sm">
            A assinatura foi cancelada: o plano PRO fica ativo até {formatDate(endsAt)}.
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-2">
          {overview.data?.can_upgrade && !isEnding && (
            <Button onClick={() => setDialog("upgrade")}>Mudar para o plano Anual</Button>
          )}
          {overview.data?.has_portal && (
            <Button variant="outline" onClick={openPortal} loading={portal.isPending}>
              Portal do cliente
            </Button>
          )}
          {hasEnded ? null : isEnding ? (
            <Button variant="outline" onClick={resume} loading={change.isPending}>
              Retomar Assinatura
            </Button>
          ) : (
            <Button variant="ghost" onClick={() => setDialog("cancel")}>
              Cancelar Assinatura
            </Button>
          )}
        </div>
      </CardContent>
      {dialog === "cancel" && <CancelDialog billing={billing} onClose={() => setDialog(null)} />}
      {dialog === "upgrade" && overview.data && (
        <ConfirmUpgradeDialog price={overview.data.upgrade_price} onClose={() => setDialog(null)} />
      )}
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
