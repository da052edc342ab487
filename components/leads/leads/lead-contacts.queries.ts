import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type ContactChange, leadContacts } from "@/lib/contracts/leads/lead-contacts";

export const contactQueries = {
  ofLead: (leadId: number) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "contacts", leadId],
      queryFn: ({ signal }) => call(leadContacts.list, { params: { id: leadId } }, { signal }),
    }),
};

type Given = z.input<typeof ContactChange>;

export const contactMutations = {
  /** Adds a contact to the lead, or changes the one whose id is given. */
  save: (client: QueryClient, leadId: number) =>
    mutationOptions({
      mutationFn: ({ id, values }: { id: number | undefined; values: Given }) =>
        id === undefined
          ? call(leadContacts.create, { params: { id: leadId }, body: values })
          : call(leadContacts.update, { params: { id }, body: values }),
      onSettled: () => refresh(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(leadContacts.remove, { params: { id } }),
      onSettled: () => refresh(client),
    }),
  makeMain: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(leadContacts.makeMain, { params: { id } }),
      onSettled: () => refresh(client),
    }),
};

/** A contact's name is also shown in the list of conversations. */
async function refresh(client: QueryClient): Promise<void> {
  await Promise.all(
    [queryKeys.leads, queryKeys.chat].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
