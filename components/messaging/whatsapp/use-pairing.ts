"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { errorText } from "@/lib/error-text";
import { type NumberId, whatsappMutations, whatsappQueries } from "./whatsapp.queries";
import { whatsappFailure } from "./whatsapp-errors";

const POLL_MS = 5000;
const QR_VALID_MS = 30_000;

/** Pairs a phone: requests a QR Code and polls the status until connected. */
export function usePairing(numberId: NumberId) {
  const client = useQueryClient();
  const [qrcode, setQrcode] = useState<string | null>(null);
  const [expired, setExpired] = useState(false);
  const pendingRequest = useRef<AbortController | null>(null);
  const instance = useQuery(whatsappQueries.instance(numberId));
  // The state is polled: after a failed call the next one shows it.
  const { mutate: check } = useMutation({
    ...whatsappMutations.check(client, numberId),
    meta: { failure: null },
  });
  const connection = useMutation(whatsappMutations.connect(client, numberId));
  const connected = instance.data?.connected === true;

  useEffect(() => () => pendingRequest.current?.abort(), []);

  useEffect(() => {
    if (!qrcode) return;
    setExpired(false);
    const timer = setTimeout(() => setExpired(true), QR_VALID_MS);
    return () => clearTimeout(timer);
  }, [qrcode]);

  // The event about the pairing may be lost, so the provider is asked.
  const pairing = qrcode !== null;
  useEffect(() => {
    if (!pairing) return;
    const timer = setInterval(check, POLL_MS);
    return () => clearInterval(timer);
  }, [pairing, check]);

  const renewed = instance.data?.qrcode;
  useEffect(() => {
    if (renewed) setQrcode((shown) => shown && renewed);
  }, [renewed]);

  useEffect(() => {
    if (!connected || !qrcode) return;
    setQrcode(null);
    notifySuccess("WhatsApp conectado com sucesso!");
  }, [connected, qrcode]);

  const refused = instance.data?.status === "DISCONNECTED" && instance.data.problem === "passkey";
  useEffect(() => {
    if (refused) setQrcode(null);
  }, [refused]);

  function connect() {
    pendingRequest.current = new AbortController();
    const { signal } = pendingRequest.current;
    connection.mutate(signal, {
      onSuccess: (answer) => {
        setQrcode(answer.qrcode);
        if (answer.qrcode) setExpired(false);
        else if (!answer.connected) notifyError("Não foi possível obter o QR code");
      },
      onError: (error) => {
        if (signal.aborted) return;
        notifyError(whatsappFailure("Erro ao conectar instância do WhatsApp")(error), {
          description: errorText(error),
        });
      },
    });
  }

  function cancel() {
    pendingRequest.current?.abort();
    setQrcode(null);
  }

  return { instance, qrcode, expired, connect, cancel, connecting: connection.isPending };
}
