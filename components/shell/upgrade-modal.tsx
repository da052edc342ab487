"use client";

import { describeOffers, PlanCards, type PlanPrices } from "@/components/billing/plan-cards";
import { CheckList } from "@/components/shared/forms/check-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { PRO_STRENGTHS } from "@/lib/domain/plans/plan-catalogue";
import { formatCents } from "@/lib/format";

const MONTHS_OF_YEAR = 12;

/** Each price by the month, so that they can be compared at a glance. */
function toOffers(prices: PlanPrices) {
  const offers = describeOffers(prices);
  const isTwoMonthsFree = prices.annual <= (MONTHS_OF_YEAR - 2) * prices.monthly;
  return {
    ...offers,
    quarterly: {
      ...offers.quarterly,
      notes: [`${formatCents(prices.quarterly)} a cada 3 meses.`],
    },
    annual: {
      ...offers.annual,
      notes: [
        `${formatCents(prices.annual)} por ano.`,
        ...(isTwoMonthsFree ? ["2 meses grátis em relação ao mensal."] : []),
        // The sum is the same as on the subscription screen.
        ...offers.annual.notes.slice(1),
      ],
    },
  };
}

export function UpgradeModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-3xl p-6">
        <DialogTitle>Venda mais com o plano PRO</DialogTitle>
        <DialogDescription>
          Prospecte sem limites e deixe o Garimpo trabalhar enquanto você atende.
        </DialogDescription>
        <CheckList points={PRO_STRENGTHS} className="mt-5 mb-6 sm:columns-2" />
        <PlanCards toOffers={toOffers} />
        <div className="mt-5 text-center">
          <Button variant="ghost" onClick={onClose}>
            Agora não
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
