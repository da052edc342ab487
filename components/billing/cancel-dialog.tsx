"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { Billing } from "@/lib/contracts/billing/billing";
import { formatDate } from "@/lib/format";
import { billingMutations } from "./billing.queries";

export function CancelDialog({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const client = useQueryClient();
  const cancel = useMutation(billingMutations.cancel(client));
  const end = formatDate(billing.current_period_end);

  const confirm = () =>
    cancel.mutate(billing.id, {
      onSuccess: () => {
        notifySuccess(`Assinatura cancelada: o plano PRO fica ativo até ${end}.`);
        onClose();
      },
    });

  return (
    <Dialog open onOpenChange={(open) => !open && !cancel.isPending && onClose()}>
      <DialogContent>
        <DialogTitle>Cancelar Assinatura?</DialogTitle>
        <DialogDescription>Antes de confirmar, saiba que:</DialogDescription>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-sm">
          <li>A assinatura continua ativa até o fim do período atual ({end}).</li>
          <li>Não há reembolso do período atual.</li>
          <li>Depois do fim do período, o acesso premium é perdido.</li>
        </ul>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose} disabled={cancel.isPending}>
            Manter Assinatura
          </Button>
          <Button variant="danger" onClick={confirm} loading={cancel.isPending}>
            {cancel.isPending ? "Processando..." : "Confirmar Cancelamento"}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
