import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { whatsappKeys } from "@/components/whatsapp/whatsapp.queries";
import { call } from "@/lib/api/client";
import { type ContactQuery, contacts } from "@/lib/contracts/contacts";

export const contactKeys = { all: ["contacts"] as const };

export const contactQueries = {
  page: (query: z.input<typeof ContactQuery>) =>
    queryOptions({
      queryKey: [...contactKeys.all, "page", query],
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
          client.invalidateQueries({ queryKey: contactKeys.all }),
          client.invalidateQueries({ queryKey: whatsappKeys.all }),
        ]),
    }),
};
