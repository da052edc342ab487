import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import {
  type RegistryImportStart,
  registryImports,
} from "@/lib/contracts/registry/registry-imports";
import {
  type NewPartnersChoice,
  registryPartners,
} from "@/lib/contracts/registry/registry-partners";
import { adminFailure } from "./admin-error";

/** A fallback for when the event stream is down. */
const RUNNING_REFETCH_MS = 5_000;

export const registryImportQueries = {
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.registry, "imports"],
      queryFn: ({ signal }) => call(registryImports.list, {}, { signal }),
      refetchInterval: ({ state }) =>
        state.data?.imports.some(({ status }) => status === "processing")
          ? RUNNING_REFETCH_MS
          : false,
    }),
  partners: () =>
    queryOptions({
      queryKey: [...queryKeys.registry, "partners-choice"],
      queryFn: ({ signal }) => call(registryPartners.get, {}, { signal }),
      select: ({ choice }) => choice,
    }),
};

export const registryFailure = adminFailure("Erro na importação da Receita.");
const meta = { failure: registryFailure };

export const registryImportMutations = {
  start: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof RegistryImportStart>) =>
        call(registryImports.start, { body }),
      meta: { failure: null },
      onSettled: () => refresh(client),
    }),
  stop: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(registryImports.stop, {}),
      meta,
      onSettled: () => refresh(client),
    }),
  serve: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(registryImports.serve, { params: { id } }),
      meta,
      onSettled: () => refresh(client),
    }),
  discard: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(registryImports.discard, { params: { id } }),
      meta,
      onSettled: () => refresh(client),
    }),
  rollBack: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(registryImports.rollback, {}),
      meta,
      onSettled: () => refresh(client),
    }),
  setPartners: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<typeof NewPartnersChoice>) => call(registryPartners.set, { body }),
      onSettled: () => refresh(client),
    }),
};

/** The audit trail changes too. */
function refresh(client: QueryClient) {
  return Promise.all(
    [queryKeys.registry, queryKeys.admin].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
