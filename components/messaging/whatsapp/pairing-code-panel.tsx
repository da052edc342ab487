"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { userQueries } from "@/components/session/users.queries";
import { notifyError } from "@/components/shared/feedback/notify";
import { useSchemaForm } from "@/components/shared/forms/form";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Button } from "@/components/ui/button";
import { PairingRequest } from "@/lib/contracts/messaging/whatsapp";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPairingCode } from "@/lib/domain/whatsapp/pairing-code";
import { type NumberId, whatsappMutations } from "./whatsapp.queries";
import { whatsappFailure } from "./whatsapp-errors";

const FAILURE = "Não foi possível obter o código. Tente de novo.";

/** Pairs a phone by a code typed on it, for users who cannot point its camera at this screen. */
export function PairingCodePanel({
  numberId,
  onShowQr,
  onCancel,
}: {
  numberId: NumberId;
  onShowQr: () => void;
  onCancel: () => void;
}) {
  const form = useSchemaForm(PairingRequest, { phone: "" });
  const request = useMutation({
    ...whatsappMutations.pairWithCode(numberId),
    meta: { failure: whatsappFailure(FAILURE) },
  });
  const code = request.data?.data.pairing_code;
  const { data: user } = useQuery(userQueries.me());
  const registered = formatKeptNumber(user?.whatsapp);
  const { isDirty } = form.formState;
  const { reset } = form;

  useEffect(() => {
    if (registered && !isDirty) reset({ phone: registered });
  }, [registered, isDirty, reset]);

  const submit = form.handleSubmit((body) =>
    request.mutate(body, {
      onSuccess: ({ data }) => {
        if (!data.pairing_code && !data.connected) notifyError(FAILURE);
      },
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="max-w-prose">
      <h3 className="font-medium">Com um código, digitado no celular</h3>
      <p className="mt-0.5 mb-4 text-pretty text-muted-foreground">
        Serve também para este mesmo celular: nenhuma câmera precisa ler a tela.
      </p>
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
        <WhatsappField
          form={form}
          name="phone"
          label="O número do WhatsApp que vai conectar"
          help={
            registered && !isDirty
              ? "É o do seu cadastro. Troque-o para conectar outro."
              : "Com DDD. O código só vale para este número."
          }
          autoComplete="tel"
        />
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
