import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type ContactQuery, contacts } from "@/lib/contracts/messaging/contacts";

export const contactQueries = {
  page: (query: z.input<typeof ContactQuery>) =>
    queryOptions({
      queryKey: [...queryKeys.contacts, "page", query],
      queryFn: ({ signal }) => call(contacts.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    }),
};

export const contactMutations = {
  sync: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(contacts.sync, {}),
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: queryKeys.contacts }),
          client.invalidateQueries({ queryKey: queryKeys.whatsapp }),
        ]),
    }),
};
