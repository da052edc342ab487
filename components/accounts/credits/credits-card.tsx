"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PlansLink } from "@/components/session/plans-link";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import type { CreditStatus } from "@/lib/contracts/accounts/credits";
import { isPro } from "@/lib/domain/plans/plan";
import { countOf, formatNumber } from "@/lib/format";
import { getCreditLevel, getCreditUsage } from "./credit-level";
import { creditQueries } from "./credits.queries";
import { UpgradePrompt } from "./upgrade-prompt";

interface CreditsCardProps {
  /** Leads created today from any source. Credits count only leads found by searches. */
  createdToday?: number | undefined;
  children?: ReactNode;
}

export function CreditsCard({ createdToday, children }: CreditsCardProps) {
  const credits = useQuery(creditQueries.status());
  const pro = isPro(useSessionUser().plan);
  return (
    <Card aria-label="Créditos">
      <CardHeader>
        <CardTitle>Créditos</CardTitle>
        {credits.data && (
          <Badge tone={isPro(credits.data.plan) ? "gold" : "neutral"}>
            {isPro(credits.data.plan) ? "PRO" : "Plano gratuito"}
          </Badge>
        )}
      </CardHeader>
      {credits.isPending && (
        <CardContent>
          <Skeleton className="h-8 w-44" />
          {pro ? (
            <Skeleton className="mt-1 h-5 w-40" />
          ) : (
            <>
              <Skeleton className="mt-4 h-1.5 w-full" />
              <Skeleton className="mt-4 h-4 w-48" />
              <Skeleton className="mt-4 h-9 w-36" />
            </>
          )}
        </CardContent>
      )}
      {credits.isError && !credits.data && (
        <ErrorState
          title="Erro ao carregar informações de créditos"
          onRetry={credits.refetch}
          retrying={credits.isFetching}
          className="py-8"
        />
      )}
      {credits.data && <Balance credits={credits.data} createdToday={createdToday} />}
      {children}
    </Card>
  );
}

function Balance({
  credits,
  createdToday,
}: {
  credits: CreditStatus;
  createdToday: number | undefined;
}) {
  if (credits.unlimited) {
    return (
      <CardContent>
        <p className="font-semibold text-2xl tracking-tight">Leads ilimitados</p>
        <p className="mt-1 min-h-5 text-muted-foreground">
          {createdToday !== undefined &&
            `${countOf(createdToday, "lead criado hoje", "leads criados hoje")}.`}
        </p>
      </CardContent>
    );
  }
  const level = getCreditLevel(credits);
  const used = getCreditUsage(credits);
  return (
    <CardContent>
      <p className="flex items-baseline gap-1.5">
        <span className="font-semibold text-3xl tabular-nums tracking-tight">
          {formatNumber(credits.remaining_credits)}
        </span>
        <span className="text-muted-foreground">
          de {countOf(credits.daily_limit, "crédito restante", "créditos restantes")} hoje
        </span>
      </p>
      <Progress
        className="mt-3"
        value={1 - used}
        tone={level === "exhausted" ? "danger" : "gold"}
        label="Créditos restantes hoje"
      />
      <p className="mt-3 text-muted-foreground">
        {Math.round(used * 100)}% usados
        {credits.reserved_credits > 0 &&
          ` · ${countOf(credits.reserved_credits, "reservado por busca em andamento", "reservados por buscas em andamento")}`}{" "}
        · renovam às 00:00
      </p>
      <div className="mt-4 empty:mt-0">
        <UpgradePrompt level={level} />
      </div>
      {level === "enough" && (
        <div className="mt-4">
          <PlansLink label="Conhecer o PRO" variant="outline" size="sm" />
        </div>
      )}
    </CardContent>
  );
}
