import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { leads } from "@/lib/contracts/leads/leads";
import { type GivenOwnValues, type OwnField, ownFields } from "@/lib/contracts/leads/own-fields";

const KEY = [...queryKeys.leads, "own fields"];

export function ownFieldsQuery() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => call(ownFields.list, {}, { signal }),
  });
}

const NO_FIELDS: OwnField[] = [];

/** The account's own fields in their order; none while they are being loaded. */
export function useOwnFields(): readonly OwnField[] {
  return useQuery(ownFieldsQuery()).data?.own_fields ?? NO_FIELDS;
}

type NewField = z.input<(typeof ownFields.create)["body"]>;
type Change = z.input<(typeof ownFields.update)["body"]>;

export type SetOwn = z.input<(typeof ownFields.onLeads)["body"]>;

export const ownFieldMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: NewField) => call(ownFields.create, { body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, ...body }: Change & { id: number }) =>
        call(ownFields.update, { params: { id }, body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  reorder: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (ids: number[]) => call(ownFields.reorder, { body: { ids } }),
      onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(ownFields.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  restore: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(ownFields.restore, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  setOnLeads: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: SetOwn) => call(ownFields.onLeads, { body }),
      onSettled: (_saved, error) =>
        error ? undefined : client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  setValues: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ leadId, own }: { leadId: number; own: GivenOwnValues }) =>
        call(leads.update, { params: { id: leadId }, body: { own } }),
      onSettled: (_saved, error) =>
        error ? undefined : client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
};
