"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { errorText, isError } from "@/lib/error-text";
import { formatReais } from "@/lib/format";
import { billingMutations } from "./billing.queries";

const REFUSED = "Erro ao mudar de plano. Por favor, tente novamente.";

/** `price` is that of a year, in reais. */
export function ConfirmUpgradeDialog({ price, onClose }: { price: number; onClose: () => void }) {
  const client = useQueryClient();
  const change = useMutation({
    ...billingMutations.change(client),
    meta: { failure: (error) => (isError(error, "internal") ? REFUSED : errorText(error)) },
  });

  const confirm = () =>
    change.mutate(
      { plan: "annual" },
      {
        onSuccess: () => {
          notifySuccess("Seu plano agora é o Anual.");
          onClose();
        },
      },
    );

  return (
    <Dialog open onOpenChange={(open) => !open && !change.isPending && onClose()}>
      <DialogContent>
        <DialogTitle>Mudar para o plano Anual?</DialogTitle>
        <DialogDescription>
          São {formatReais(price)} por ano. O que você já pagou do período atual é descontado, e a
          diferença é cobrada agora.
        </DialogDescription>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose} disabled={change.isPending}>
            Agora não
          </Button>
          <Button onClick={confirm} loading={change.isPending}>
            {change.isPending ? "Processando..." : "Confirmar mudança"}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
