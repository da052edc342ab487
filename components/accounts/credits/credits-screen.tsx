"use client";

import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { PlansLink } from "@/components/session/plans-link";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { CheckList } from "@/components/shared/forms/check-list";
import { Page } from "@/components/shared/layout/page";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { PRO_DAILY_LIMIT } from "@/lib/domain/plans/plan";
import { PRO_STRENGTHS } from "@/lib/domain/plans/plan-catalogue";
import { countOf } from "@/lib/format";
import { CreditHistory } from "./credit-history";
import { CreditStatistics } from "./credit-statistics";
import { creditQueries } from "./credits.queries";
import { CreditsCard } from "./credits-card";

export function CreditsScreen() {
  const credits = useQuery(creditQueries.status());
  return (
    <Page title="Créditos" description="Quanto do dia você já usou, e em quê.">
      {credits.isPending && <Skeletons />}
      {credits.isError && !credits.data && (
        <Card>
          <ErrorState
            title="Erro ao carregar informações de créditos"
            onRetry={credits.refetch}
            retrying={credits.isFetching}
          />
        </Card>
      )}
      {credits.data && (
        <div className="grid items-start gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
          <div className="space-y-4">
            {credits.data.unlimited ? (
              <ProPlan />
            ) : (
              <>
                <CreditsCard />
                <CreditStatistics credits={credits.data} />
                <Upgrade />
              </>
            )}
          </div>
          <div className="min-w-0 space-y-4">
            <CreditHistory />
            {!credits.data.unlimited && (
              <Callout messageCost={credits.data.credits_per_message ?? 0} />
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

function ProPlan() {
  return (
    <Card aria-label="Plano PRO">
      <CardHeader>
        <CardTitle>Plano PRO</CardTitle>
      </CardHeader>
      <CardContent>
        <CheckList points={PRO_STRENGTHS} />
        <div className="mt-5">
          <PlansLink label="Gerenciar Assinatura" variant="outline" />
        </div>
      </CardContent>
    </Card>
  );
}

const PRO_OFFERS = [
  `${PRO_DAILY_LIMIT} créditos diários`,
  "10x mais créditos",
  "Suporte prioritário",
  "Recursos avançados",
];

function Upgrade() {
  return (
    <Card aria-label="Upgrade" className="border-primary/40 bg-primary-soft">
      <CardHeader>
        <CardTitle>Faça upgrade para o PRO</CardTitle>
      </CardHeader>
      <CardContent>
        <CheckList points={PRO_OFFERS} />
        <div className="mt-5">
          <PlansLink />
        </div>
      </CardContent>
    </Card>
  );
}

function Callout({ messageCost }: { messageCost: number }) {
  return (
    <aside className="flex items-start gap-3 rounded-xl border border-border bg-info-soft px-4 py-3 text-sm">
      <Info className="mt-0.5 size-4 shrink-0 text-info-text" aria-hidden />
      <p className="text-pretty">
        Um crédito é usado quando uma busca cria um lead novo. Leads que você já tem não custam nada
        {messageCost === 0
          ? ", e mensagens de WhatsApp não usam créditos."
          : `. Cada mensagem de uma campanha usa ${countOf(messageCost, "crédito", "créditos")}; as das conversas não usam nenhum.`}{" "}
        Eles se renovam todos os dias às 00:00.
      </p>
    </aside>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]" aria-busy>
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
