"use client";

import { useNow } from "@/components/shared/state/use-now";
import { Card } from "@/components/ui/card";
import type { CreditStatus } from "@/lib/contracts/accounts/credits";
import { countOf } from "@/lib/format";
import { getCreditUsage } from "./credit-level";

const MINUTE_MS = 60_000;

/** Daily usage, time until the daily reset, and the plan's limit. */
export function CreditStatistics({ credits }: { credits: CreditStatus }) {
  const now = useNow();
  return (
    <Card aria-label="Uso do dia">
      <dl className="divide-y divide-border text-sm">
        <Figure label="Uso diário">{`${Math.round(getCreditUsage(credits) * 100)}%`}</Figure>
        <Figure label="Próxima renovação em">{formatTimeUntil(credits.next_reset, now)}</Figure>
        <Figure label="Seu plano">
          {countOf(credits.daily_limit, "crédito por dia", "créditos por dia")}
        </Figure>
      </dl>
    </Card>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-5 py-3">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}

/** Returns a text like "5h 12min". */
function formatTimeUntil(instant: string, now: Date): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / MINUTE_MS));
  return `${Math.floor(minutes / 60)}h ${minutes % 60}min`;
}
