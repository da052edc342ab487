import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call, upload } from "@/lib/api/client";
import { type OptOutQuery, optOuts } from "@/lib/contracts/messaging/opt-outs";

const SETTINGS = [...queryKeys.optOuts, "settings"];

export const optOutQueries = {
  page: (query: z.input<typeof OptOutQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.optOuts, "page", query],
      queryFn: ({ signal }) => call(optOuts.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
  settings: () =>
    queryOptions({
      queryKey: SETTINGS,
      queryFn: ({ signal }) => call(optOuts.settings, {}, { signal }),
    }),
};

export const optOutMutations = {
  add: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (number: string) => call(optOuts.add, { body: { number } }),
      onSuccess: () => refresh(client),
    }),
  importFile: (client: QueryClient) =>
    mutationOptions({
      /** Without a sheet, a workbook of several is not read: the answer names them. */
      mutationFn: ({ file, sheet }: { file: File; sheet?: string | undefined }) => {
        const query = sheet === undefined ? { several_sheets: "ask" as const } : { sheet };
        return upload(optOuts.importFile, { query }, file, () => undefined);
      },
      meta: { failure: null },
      onSuccess: () => refresh(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: number; reason: string }) =>
        call(optOuts.remove, { params: { id }, body: { reason } }),
      meta: { failureTitle: "Erro ao desbloquear o número" },
      onSettled: () => refresh(client),
    }),
  saveSettings: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<(typeof optOuts.saveSettings)["body"]>) =>
        call(optOuts.saveSettings, { body }),
      onSuccess: (saved) => client.setQueryData(SETTINGS, saved),
      onError: () => client.invalidateQueries({ queryKey: SETTINGS }),
    }),
};

/** Blocking a number changes the status of its lead. */
function refresh(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.optOuts }),
    client.invalidateQueries({ queryKey: queryKeys.leads }),
    client.invalidateQueries({ queryKey: queryKeys.chat }),
    client.invalidateQueries({ queryKey: queryKeys.suggestions }),
  ]);
}
