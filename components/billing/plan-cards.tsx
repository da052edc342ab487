"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { BillingOverview } from "@/lib/contracts/billing/subscription";
import { toCents } from "@/lib/domain/billing/money";
import {
  BILLING_PERIODS,
  type BillingPeriod,
  monthlyPriceCents,
  PLAN_CATALOGUE,
  yearlySavingCents,
} from "@/lib/domain/plans/plan-catalogue";
import { formatCents } from "@/lib/format";
import { billingQueries } from "./billing.queries";

/** The presentation of one period. */
interface PlanOffer {
  priceCents: number;
  per: string;
  notes: string[];
}

/** In centavos. */
export type PlanPrices = Record<BillingPeriod, number>;

const CATALOGUE_PRICES = Object.fromEntries(
  BILLING_PERIODS.map((period) => [period, PLAN_CATALOGUE[period].priceCents]),
) as PlanPrices;

/** As on the subscription screen: the price by the month, and what a year saves. */
export function describeOffers(prices: PlanPrices): Record<BillingPeriod, PlanOffer> {
  const quarterly = { ...PLAN_CATALOGUE.quarterly, priceCents: prices.quarterly };
  const annual = { ...PLAN_CATALOGUE.annual, priceCents: prices.annual };
  const saving = (plan: typeof quarterly | typeof annual) => {
    const cents = yearlySavingCents(plan, prices.monthly);
    return cents > 0 ? [`Economize ${formatCents(cents)} por ano.`] : [];
  };
  return {
    monthly: { priceCents: prices.monthly, per: "por mês", notes: ["Cobrado todo mês."] },
    quarterly: {
      priceCents: monthlyPriceCents(quarterly),
      per: "por mês",
      notes: [`${formatCents(quarterly.priceCents)} a cada 3 meses.`, ...saving(quarterly)],
    },
    annual: {
      priceCents: monthlyPriceCents(annual),
      per: "por mês",
      notes: [`${formatCents(annual.priceCents)} por ano.`, ...saving(annual)],
    },
  };
}

/** The plans at the payment provider's prices, each bought in a new tab. */
export function PlanCards({ toOffers = describeOffers }: { toOffers?: typeof describeOffers }) {
  const overview = useQuery(billingQueries.overview());
  const offers = toOffers(overview.data ? toPrices(overview.data) : CATALOGUE_PRICES);
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-3" aria-label="Planos">
        {BILLING_PERIODS.map((period) => (
          <PlanCard
            key={period}
            period={period}
            offer={offers[period]}
            link={overview.data?.payment_links[period] ?? null}
          />
        ))}
      </ul>
      {overview.data?.enabled === false && (
        <p className="mt-3 text-muted-foreground text-sm">
          A venda de planos ainda não foi configurada nesta instalação.
        </p>
      )}
      {overview.isError && (
        <p role="alert" className="mt-3 text-danger-text text-sm">
          Não foi possível carregar os links de pagamento.{" "}
          <Button variant="link" size="inline" onClick={() => overview.refetch()}>
            Tentar de novo
          </Button>
        </p>
      )}
    </>
  );
}

function toPrices({ prices }: BillingOverview): PlanPrices {
  const { monthly, quarterly, annual } = prices;
  return { monthly: toCents(monthly), quarterly: toCents(quarterly), annual: toCents(annual) };
}

function PlanCard({
  period,
  offer: { priceCents, per, notes },
  link,
}: {
  period: BillingPeriod;
  offer: PlanOffer;
  link: string | null;
}) {
  const { label } = PLAN_CATALOGUE[period];
  const best = period === "annual";
  const content = (
    <>
      Assinar <span className="sr-only">o plano {label}, em nova aba</span>
      <ExternalLink aria-hidden />
    </>
  );
  return (
    <li
      className={cn(
        "flex flex-col rounded-xl border p-4",
        best ? "border-primary bg-primary-soft" : "border-border bg-card",
      )}
    >
      <p className="flex min-h-6 items-center justify-between gap-2">
        <span className="font-semibold text-sm">{label}</span>
        {best && (
          <span className="rounded-md bg-primary px-1.5 py-0.5 font-semibold text-primary-foreground text-xs">
            Melhor valor
          </span>
        )}
      </p>
      <p className="mt-2">
        <span className="font-semibold text-2xl tabular-nums tracking-tight">
          {formatCents(priceCents)}
        </span>{" "}
        <span className="text-muted-foreground text-sm">{per}</span>
      </p>
      <div className="mt-1 mb-4 text-muted-foreground text-sm">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {link ? (
        <Button asChild variant={best ? "primary" : "outline"} className="mt-auto">
          <a href={link} target="_blank" rel="noopener noreferrer">
            {content}
          </a>
        </Button>
      ) : (
        <Button variant={best ? "primary" : "outline"} className="mt-auto" disabled>
          {content}
        </Button>
      )}
    </li>
  );
}
