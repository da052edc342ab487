"use client";

import { ExternalLink } from "lucide-react";
import { CheckList } from "@/components/shared/check-list";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import {
  BILLING_PERIODS,
  type BillingPeriod,
  monthlyPrice,
  PLAN_CATALOGUE,
  PRO_STRENGTHS,
} from "@/lib/domain/plans/plan-catalogue";
import { formatReais } from "@/lib/format";

const offers: Record<BillingPeriod, { price: number; per: string; note: string }> = {
  monthly: {
    price: PLAN_CATALOGUE.monthly.price,
    per: "por mês",
    note: "Cobrado todo mês.",
  },
  quarterly: {
    price: monthlyPrice("quarterly"),
    per: "por mês",
    note: `${formatReais(PLAN_CATALOGUE.quarterly.price)} a cada 3 meses.`,
  },
  annual: {
    price: PLAN_CATALOGUE.annual.price,
    per: "por ano",
    note: "2 meses grátis em relação ao mensal.",
  },
};

export function UpgradeModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-3xl p-6">
        <DialogTitle>Venda mais com o plano PRO</DialogTitle>
        <DialogDescription>
          Prospecte sem limites e deixe o Garimpo trabalhar enquanto você atende.
        </DialogDescription>
        <CheckList points={PRO_STRENGTHS} className="mt-5 sm:columns-2" />
        <ul className="mt-6 grid gap-3 sm:grid-cols-3" aria-label="Planos">
          {BILLING_PERIODS.map((period) => (
            <Offer key={period} period={period} />
          ))}
        </ul>
        <div className="mt-5 text-center">
          <Button variant="ghost" onClick={onClose}>
            Agora não
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Offer({ period }: { period: BillingPeriod }) {
  const { label, paymentLink } = PLAN_CATALOGUE[period];
  const { price, per, note } = offers[period];
  const best = period === "annual";
  return (
    <li
      className={cn(
        "flex flex-col rounded-xl border p-4",
        best ? "border-primary bg-primary-soft" : "border-border",
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
          {formatReais(price)}
        </span>{" "}
        <span className="text-muted-foreground text-sm">{per}</span>
      </p>
      <p className="mt-1 mb-4 text-muted-foreground text-sm">{note}</p>
      <Button asChild variant={best ? "primary" : "outline"} className="mt-auto">
        <a href={paymentLink} target="_blank" rel="noopener noreferrer">
          Assinar <span className="sr-only">o plano {label}, em nova aba</span>
          <ExternalLink aria-hidden />
        </a>
      </Button>
    </li>
  );
}
