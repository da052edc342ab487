import { QrCode } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

interface QrPanelProps {
  qrcode: string;
  expired: boolean;
  renewing: boolean;
  onRenew: () => void;
  onCancel: () => void;
  /** Undefined where the provider pairs by QR code alone. */
  onUseCode: (() => void) | undefined;
}

export function QrPanel({ qrcode, expired, renewing, onRenew, onCancel, onUseCode }: QrPanelProps) {
  return (
    <div className="flex flex-wrap items-center gap-6">
      <div className="relative grid size-52 place-items-center overflow-hidden rounded-xl border border-border bg-stage-foreground p-2">
        {/* biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise */}
        <img
          src={qrcode}
          alt="QR Code para conectar o WhatsApp"
          width={192}
          height={192}
          className={cn("size-48 transition-[filter,opacity]", expired && "opacity-25 blur-[3px]")}
        />
        {expired && (
          <p className="absolute rounded-md bg-stage px-2.5 py-1 font-medium text-stage-foreground text-xs">
            QR Code expirado
          </p>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium">Com a câmera de um celular</h3>
        <p className="mt-0.5 mb-3 text-pretty text-muted-foreground">
          O celular lê esta tela.
          {onUseCode && " Se você está nele agora, conecte com código."}
        </p>
        {expired ? (
          <p className="text-pretty text-muted-foreground">
            O código vale por 30 segundos. Gere outro quando estiver com o celular na mão.
          </p>
        ) : (
          <ol className="list-decimal space-y-1.5 pl-5 text-muted-foreground marker:text-foreground">
            <li>Abra o WhatsApp no celular.</li>
            <li>Toque em Aparelhos conectados.</li>
            <li>Toque em Conectar um aparelho e aponte para o código.</li>
          </ol>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {expired && (
            <Button onClick={onRenew} loading={renewing}>
              {!renewing && <QrCode aria-hidden />}
              Gerar novo QR Code
            </Button>
          )}
          {onUseCode && (
            <Button variant="outline" onClick={onUseCode}>
              Conectar com código
            </Button>
          )}
          <Button variant="ghost" onClick={onCancel}>
            Cancelar
          </Button>
        </div>
      </div>
    </div>
  );
}
