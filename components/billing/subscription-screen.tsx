"use client";

import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Loading } from "@/components/shared/feedback/loading";
import { CheckList } from "@/components/shared/forms/check-list";
import { Page } from "@/components/shared/layout/page";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { useNow } from "@/components/shared/state/use-now";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { isPro } from "@/lib/domain/plans/plan";
import { PRO_STRENGTHS } from "@/lib/domain/plans/plan-catalogue";
import { errorText, isError } from "@/lib/error-text";
import { formatDate } from "@/lib/format";
import { billingQueries } from "./billing.queries";
import { BillingHistory } from "./billing-history";
import { PlanCards } from "./plan-cards";
import { SubscriptionCard } from "./subscription-card";

const LOAD_ERROR = "Erro ao carregar informações da assinatura";

/** `paid`: the payment page has just led here. */
export function SubscriptionScreen({ paid }: { paid: boolean }) {
  const now = useNow();
  const pro = isPro(useSessionUser().plan);
  const overview = useQuery(billingQueries.overview());
  const { current, has_subscription: runs } = overview.data ?? {};
  const shown = pro || runs ? current : null;
  return (
    <Page title="Assinatura" description="Seu plano, o que ele custa e o que já foi pago.">
      {overview.isPending && <Loading />}
      {overview.isError && !overview.data && (
        <Card>
          <ErrorState
            title={
              isError(overview.error, "invalid_input") ? errorText(overview.error) : LOAD_ERROR
            }
            retryLabel="Tentar Novamente"
            onRetry={overview.refetch}
            retrying={overview.isFetching}
          />
        </Card>
      )}
      {overview.data && (
        <div className="space-y-4">
          <RefundNotice at={overview.data.duplicate_refunded_at} />
          {paid && !pro && <WaitingNotice />}
          {shown ? <SubscriptionCard billing={shown} /> : <CurrentPlan pro={pro} />}
          {/* What ended after failed payments cannot be taken up again: PRO stays by a new subscription. */}
          {!runs && (
            <section aria-label="Escolha um Plano">
              <h2 className="mt-6 mb-3 font-semibold text-base">Escolha um Plano</h2>
              {shown && new Date(shown.current_period_end) > now && (
                <p className="mb-3 text-pretty text-muted-foreground text-sm">
                  Seu plano atual já está pago até {formatDate(shown.current_period_end)}. O que
                  você assinar agora começa hoje: os dias até lá são pagos outra vez.
                </p>
              )}
              <PlanCards />
            </section>
          )}
          {current && <BillingHistory />}
        </div>
      )}
    </Page>
  );
}

function CurrentPlan({ pro }: { pro: boolean }) {
  return (
    <Card aria-label="Plano atual">
      <CardHeader>
        <CardTitle>Plano atual</CardTitle>
        {pro && <ProBadge />}
      </CardHeader>
      <CardContent>
        <p className="font-semibold text-2xl tracking-tight">{pro ? "PRO" : "Gratuito"}</p>
        <p className="mt-1 mb-4 text-muted-foreground text-sm">
          {pro
            ? "Seu plano PRO não tem cobrança por aqui."
            : "20 créditos por dia. Com o plano PRO você também tem:"}
        </p>
        {!pro && <CheckList points={PRO_STRENGTHS} className="sm:columns-2" />}
      </CardContent>
    </Card>
  );
}

/** Two payments at once gave one subscription: the second payment was refunded. */
function RefundNotice({ at }: { at: string | null }) {
  if (!at) return null;
  return (
    <Notice>
      Você pagou duas vezes: a segunda assinatura foi cancelada e o valor devolvido em{" "}
      {formatDate(at)}.
    </Notice>
  );
}

/** The plan comes with the payment's confirmation, which a Pix or a boleto may take a while for. */
function WaitingNotice() {
  return (
    <Notice>
      Estamos esperando a confirmação do pagamento. Assim que ela chegar, seu plano muda sozinho.
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <aside className="flex items-start gap-3 rounded-xl border border-border bg-info-soft px-4 py-3 text-sm">
      <Info className="mt-0.5 size-4 shrink-0 text-info-text" aria-hidden />
      <p className="text-pretty">{children}</p>
    </aside>
  );
}
