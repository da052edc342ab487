"use client";

import { PLAN_OFFERS, PlanCards } from "@/components/billing/plan-cards";
import { CheckList } from "@/components/shared/check-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { PLAN_CATALOGUE, PRO_STRENGTHS } from "@/lib/domain/plans/plan-catalogue";
import { formatCents } from "@/lib/format";

const { quarterly, annual } = PLAN_CATALOGUE;

/** Each price by the month, so that they can be compared at a glance. */
const offers = {
  ...PLAN_OFFERS,
  quarterly: {
    ...PLAN_OFFERS.quarterly,
    notes: [`${formatCents(quarterly.priceCents)} a cada 3 meses.`],
  },
  annual: {
    ...PLAN_OFFERS.annual,
    notes: [`${formatCents(annual.priceCents)} por ano.`, "2 meses grátis em relação ao mensal."],
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
        <CheckList points={PRO_STRENGTHS} className="mt-5 mb-6 sm:columns-2" />
        <PlanCards offers={offers} />
        <div className="mt-5 text-center">
          <Button variant="ghost" onClick={onClose}>
            Agora não
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
