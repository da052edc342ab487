"use client";

import { PLAN_OFFERS, PlanCards } from "@/components/billing/plan-cards";
import { CheckList } from "@/components/shared/check-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { PLAN_CATALOGUE, PRO_STRENGTHS } from "@/lib/domain/plans/plan-catalogue";
import { formatCents } from "@/lib/format";

const offers = {
  ...PLAN_OFFERS,
  quarterly: {
    ...PLAN_OFFERS.quarterly,
    notes: [`${formatCents(PLAN_CATALOGUE.quarterly.priceCents)} a cada 3 meses.`],
  },
  annual: {
    priceCents: PLAN_CATALOGUE.annual.priceCents,
    per: "por ano",
    notes: ["2 meses grátis em relação ao mensal."],
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
