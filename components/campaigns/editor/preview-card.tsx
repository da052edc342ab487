import { Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";

interface PreviewCardProps {
  /** Whose message it is. */
  recipient: string;
  /** Buttons that change the recipient. */
  controls?: ReactNode;
  /** The message; without one the card describes what will appear here. */
  children?: ReactNode;
  /** Undefined while there is nothing to send; null where no test can be sent. */
  onTest?: (() => void) | null;
  testing?: boolean;
}

export function PreviewCard({
  recipient,
  controls,
  children,
  onTest,
  testing = false,
}: PreviewCardProps) {
  return (
    <Card aria-label="Pré-visualização" className="overflow-hidden">
      <CardHeader className="min-h-17.5 border-border border-b pb-3">
        <div className="min-w-0">
          <CardTitle>Pré-visualização</CardTitle>
          <p className="truncate text-[0.8125rem] text-muted-foreground">para {recipient}</p>
        </div>
        {controls}
      </CardHeader>
      <div className="flex min-h-44 flex-col justify-end bg-chat p-4" aria-live="off">
        {children || (
          <p className="m-auto text-center text-muted-foreground">
            A mensagem aparece aqui como chega ao WhatsApp do lead.
          </p>
        )}
      </div>
      {onTest !== null && (
        <div className="border-border border-t px-4 py-2.5">
          <Button
            variant="outline"
            size="sm"
            onClick={onTest}
            disabled={onTest === undefined}
            loading={testing}
          >
            {!testing && <Smartphone aria-hidden />}
            Enviar teste para o meu número
          </Button>
        </div>
      )}
    </Card>
  );
}
