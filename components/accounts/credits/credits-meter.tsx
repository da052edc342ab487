"use client";

import { useQuery } from "@tanstack/react-query";
import { useSessionUser } from "@/components/session/session-context";
import Link from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { isPro } from "@/lib/domain/plans/plan";
import { formatNumber } from "@/lib/format";
import { paths } from "@/lib/paths";
import { getCreditLevel } from "./credit-level";
import { creditQueries } from "./credits.queries";

/** Today's balance as a line and a bar, at the bottom of the sidebar. */
export function CreditsMeter() {
  const { data: credits, isPending } = useQuery(creditQueries.status());
  const pro = isPro(useSessionUser().plan);
  return (
    <Link
      href={paths.credits}
      className="block rounded-lg px-2.5 py-2 text-sm transition-colors hover:bg-accent/60"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="text-muted-foreground">Créditos de hoje</span>
        {isPending && <Skeleton className="h-4 w-14" />}
        {credits && (
          <span className="font-medium tabular-nums">
            {credits.unlimited
              ? "Leads ilimitados"
              : `${formatNumber(credits.remaining_credits)} de ${formatNumber(credits.daily_limit)}`}
          </span>
        )}
        {!isPending && !credits && <span className="text-muted-foreground">indisponível</span>}
      </span>
      {!(credits?.unlimited ?? pro) && (
        <Progress
          className="mt-2"
          value={credits ? credits.remaining_credits / Math.max(1, credits.daily_limit) : 0}
          tone={credits && getCreditLevel(credits) === "exhausted" ? "danger" : "gold"}
          label="Créditos restantes hoje"
        />
      )}
    </Link>
  );
}
