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

export const whatsappQueries = {
  instance: () =>
    queryOptions({
      queryKey: [...queryKeys.whatsapp, "instance"],
      queryFn: async ({ signal }) => {
        const { data } = await call(whatsapp.instance, {}, { signal });
        cacheInstance(data);
        return data;
      },
      staleTime: INSTANCE_CACHE_MS,
    }),
};

export const whatsappMutations = {
  /** Resolves to the QR Code's data URL, or null if the phone is connected or no code came in time. */
  connect: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async (signal: AbortSignal) => {
        for (let attempt = 1; ; attempt += 1) {
          const { data } = await call(whatsapp.connect, {}, { signal });
          const { code: _code, ...instance } = data;
          const { qrcode } = instance;
          if (qrcode && !instance.connected) return { qrcode, connected: false };
          if (instance.connected) {
            updateCachedInstance(client, instance);
            return { qrcode: null, connected: true };
          }
          if (attempt === QR_ATTEMPTS) return { qrcode: null, connected: false };
          await delay(QR_RETRY_MS, signal);
        }
      },
      meta: { failure: null },
    }),
  /** Makes the server ask the provider and store its answer. */
  check: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async () => {
        const { data } = await call(whatsapp.check, {});
        updateCachedInstance(client, data);
        return data;
      },
      meta: { failure: whatsappFailure("Erro ao verificar status da conexão") },
    }),
  pairWithCode: () =>
    mutationOptions({
      mutationFn: (body: { phone: string }) => call(whatsapp.pairWithCode, { body }),
    }),
  connectCloud: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: CloudCredentials) => call(whatsapp.connectCloud, { body }),
      onSuccess: ({ data }) => {
        updateCachedInstance(client, data);
        return client.invalidateQueries({ queryKey: queryKeys.chat });
      },
    }),
  disconnect: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(whatsapp.disconnect, {}),
      meta: { failure: whatsappFailure("Erro ao desconectar instância do WhatsApp") },
      onSuccess: ({ data }) => {
        updateCachedInstance(client, data);
        return client.invalidateQueries({ queryKey: queryKeys.whatsapp });
      },
    }),
};

function updateCachedInstance(client: QueryClient, instance: WhatsappInstance): void {
  cacheInstance(instance);
  client.setQueryData(whatsappQueries.instance().queryKey, instance);
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
