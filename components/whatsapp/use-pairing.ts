"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { notifyError, notifySuccess } from "@/components/shared/notify";
import { whatsappMutations, whatsappQueries } from "./whatsapp.queries";
import { getWhatsappErrorText } from "./whatsapp-errors";

const POLL_MS = 5000;
const QR_VALID_MS = 30_000;

/** Pairing a phone: ask for a code, show it, watch the status until connected. */
export function usePairing() {
  const client = useQueryClient();
  const [qrcode, setQrcode] = useState<string | null>(null);
  const [expired, setExpired] = useState(false);
  const asking = useRef<AbortController | null>(null);
  const instance = useQuery({
    ...whatsappQueries.instance(),
    refetchInterval: qrcode ? POLL_MS : false,
  });
  const connection = useMutation(whatsappMutations.connect(client));
  const connected = instance.data?.connected === true;

  useEffect(() => () => asking.current?.abort(), []);

  useEffect(() => {
    if (!qrcode) return;
    setExpired(false);
    const timer = setTimeout(() => setExpired(true), QR_VALID_MS);
    return () => clearTimeout(timer);
  }, [qrcode]);

  useEffect(() => {
    if (!connected || !qrcode) return;
    setQrcode(null);
    notifySuccess("WhatsApp conectado com sucesso!");
  }, [connected, qrcode]);

  function connect() {
    asking.current = new AbortController();
    const { signal } = asking.current;
    connection.mutate(signal, {
      onSuccess: (answer) => {
        setQrcode(answer.qrcode);
        if (answer.qrcode) setExpired(false);
        else if (!answer.connected) notifyError("Não foi possível obter o QR code");
      },
      onError: (error) => {
        if (signal.aborted) return;
        notifyError(getWhatsappErrorText(error, "Erro ao conectar instância do WhatsApp"));
      },
    });
  }

  function cancel() {
    asking.current?.abort();
    setQrcode(null);
  }

  return { instance, qrcode, expired, connect, cancel, connecting: connection.isPending };
}
