import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import {
  type CloudCredentials,
  type WhatsappInstance,
  whatsapp,
} from "@/lib/contracts/messaging/whatsapp";
import { cacheInstance, INSTANCE_CACHE_MS } from "./instance-cache";
import { whatsappFailure } from "./whatsapp-errors";

/** The gateway is polled at this interval, this many times, until it has a QR Code. */
const QR_RETRY_MS = 2500;
const QR_ATTEMPTS = 8;

/** One of the account's numbers; null for the default one, which alone is kept for the next visit. */
export type NumberId = number | null;

const toQuery = (numberId: NumberId) => ({ query: { number_id: numberId ?? undefined } });

export const whatsappQueries = {
  instance: (numberId: NumberId = null) =>
    queryOptions({
      queryKey: [...queryKeys.whatsapp, "instance", ...(numberId === null ? [] : [numberId])],
      queryFn: async ({ signal }) => {
        const { data } = await call(whatsapp.instance, toQuery(numberId), { signal });
        if (numberId === null) cacheInstance(data);
        return data;
      },
      staleTime: INSTANCE_CACHE_MS,
    }),
};

export const whatsappMutations = {
  /** Resolves to the QR Code's data URL, or null if the phone is connected or no code came in time. */
  connect: (client: QueryClient, numberId: NumberId) =>
    mutationOptions({
      mutationFn: async (signal: AbortSignal) => {
        for (let attempt = 1; ; attempt += 1) {
          const { data } = await call(whatsapp.connect, toQuery(numberId), { signal });
          const { code: _code, ...instance } = data;
          const { qrcode } = instance;
          if (qrcode && !instance.connected) return { qrcode, connected: false };
          if (instance.connected) {
            updateCachedInstance(client, numberId, instance);
            return { qrcode: null, connected: true };
          }
          if (attempt === QR_ATTEMPTS) return { qrcode: null, connected: false };
          await delay(QR_RETRY_MS, signal);
        }
      },
      meta: { failure: null },
    }),
  /** Makes the server ask the provider and store its answer. */
  check: (client: QueryClient, numberId: NumberId) =>
    mutationOptions({
      mutationFn: async () => {
        const { data } = await call(whatsapp.check, toQuery(numberId));
        updateCachedInstance(client, numberId, data);
        return data;
      },
      meta: { failure: whatsappFailure("Erro ao verificar status da conexão") },
    }),
  pairWithCode: (numberId: NumberId) =>
    mutationOptions({
      mutationFn: (body: { phone: string }) =>
        call(whatsapp.pairWithCode, { ...toQuery(numberId), body }),
    }),
  connectCloud: (client: QueryClient, numberId: NumberId) =>
    mutationOptions({
      mutationFn: (body: CloudCredentials) =>
        call(whatsapp.connectCloud, { ...toQuery(numberId), body }),
      onSuccess: ({ data }) => {
        updateCachedInstance(client, numberId, data);
        return client.invalidateQueries({ queryKey: queryKeys.chat });
      },
    }),
  disconnect: (client: QueryClient, numberId: NumberId) =>
    mutationOptions({
      mutationFn: () => call(whatsapp.disconnect, toQuery(numberId)),
      meta: { failure: whatsappFailure("Erro ao desconectar instância do WhatsApp") },
      onSuccess: ({ data }) => {
        updateCachedInstance(client, numberId, data);
        return client.invalidateQueries({ queryKey: queryKeys.whatsapp });
      },
    }),
};

function updateCachedInstance(
  client: QueryClient,
  numberId: NumberId,
  instance: WhatsappInstance,
): void {
  if (numberId === null) cacheInstance(instance);
  client.setQueryData(whatsappQueries.instance(numberId).queryKey, instance);
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
