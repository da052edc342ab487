"use client";

import { useMutation } from "@tanstack/react-query";
import { notifyError } from "@/components/shared/feedback/notify";
import { useSchemaForm } from "@/components/shared/forms/form";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Button } from "@/components/ui/button";
import { PairingRequest } from "@/lib/contracts/messaging/whatsapp";
import { formatPairingCode } from "@/lib/domain/whatsapp/pairing-code";
import { whatsappMutations } from "./whatsapp.queries";
import { getWhatsappErrorText } from "./whatsapp-errors";

const FAILURE = "Não foi possível obter o código. Tente de novo.";

/** Pairs a phone by a code typed on it, for who cannot point its camera at this screen. */
export function PairingCodePanel({
  onShowQr,
  onCancel,
}: {
  onShowQr: () => void;
  onCancel: () => void;
}) {
  const form = useSchemaForm(PairingRequest, { phone: "" });
  const request = useMutation(whatsappMutations.pairWithCode());
  const code = request.data?.data.pairing_code;

  const submit = form.handleSubmit((body) =>
    request.mutate(body, {
      onSuccess: ({ data }) => {
        if (!data.pairing_code && !data.connected) notifyError(FAILURE);
      },
      onError: (error) => notifyError(getWhatsappErrorText(error, FAILURE)),
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="max-w-prose">
      {code ? (
        <>
          <p className="font-mono font-semibold text-3xl tracking-widest">
            {formatPairingCode(code)}
          </p>
          <ol className="mt-4 list-decimal space-y-1.5 pl-5 text-muted-foreground marker:text-foreground">
            <li>Abra o WhatsApp no celular e toque em Aparelhos conectados.</li>
            <li>Toque em Conectar um aparelho e em Conectar com número de telefone.</li>
            <li>Digite o código acima.</li>
          </ol>
        </>
      ) : (
        <WhatsappField form={form} name="phone" autoComplete="tel" />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" variant={code ? "outline" : "primary"} loading={request.isPending}>
          {code ? "Gerar outro código" : "Gerar código"}
        </Button>
        <Button variant="outline" onClick={onShowQr}>
          Usar QR Code
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
