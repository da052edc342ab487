import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import type { ListParams } from "@/components/shared/table/list-params";
import { call } from "@/lib/api/client";
import { contacts } from "@/lib/contracts/messaging/contacts";

export const contactQueries = {
  page: ({ page, pageSize, search }: ListParams) => {
    const query = { page, per_page: pageSize, search };
    return queryOptions({
      queryKey: [...queryKeys.contacts, "page", query],
      queryFn: ({ signal }) => call(contacts.list, { query }, { signal }),
      placeholderData: keepPreviousData,
    });
  },
};

export const contactMutations = {
  sync: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(contacts.sync, {}),
      meta: { failureTitle: "Erro ao carregar contatos do WhatsApp" },
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: queryKeys.contacts }),
          client.invalidateQueries({ queryKey: queryKeys.whatsapp }),
        ]),
    }),
};
