import { ClockAlert, LayoutTemplate } from "lucide-react";
import { Button } from "@/components/ui/button";

/** In place of the composer, while only templates reach the contact. */
export function ClosedWindow({ onChoose }: { onChoose: () => void }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-border border-t bg-card px-4 py-3">
      <p className="flex min-w-56 flex-1 items-start gap-2 text-pretty text-sm">
        <ClockAlert className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
        Sem mensagem deste contato nas últimas 24 horas: o WhatsApp só aceita um modelo aprovado.
      </p>
      <Button onClick={onChoose}>
        <LayoutTemplate aria-hidden />
        Enviar modelo
      </Button>
    </div>
  );
}
