import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { callOnce } from "@/lib/api/until-answered";
import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import type { TemplateValues } from "@/lib/domain/messages/whatsapp-template";

const TEMPLATES_MS = 60_000;
const [SOONEST_MS, LATEST_MS] = [1_000, 3_600_000];

export const templateQueries = {
  /** Whether any text may be sent; asked again when that ends. */
  window: (to: string) =>
    queryOptions({
      queryKey: [...queryKeys.chat, "window", to],
      queryFn: async ({ signal }) =>
        (await call(chatTemplates.window, { params: { number: toAddress(to) } }, { signal })).data,
      refetchInterval: ({ state }) => {
        const closesAt = state.data?.closes_at;
        if (!closesAt) return false;
        return Math.min(Math.max(Date.parse(closesAt) - Date.now(), SOONEST_MS), LATEST_MS);
      },
    }),
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.whatsapp, "templates"],
      queryFn: async ({ signal }) => (await call(chatTemplates.list, {}, { signal })).data,
      staleTime: TEMPLATES_MS,
    }),
};

export const templateMutations = {
  send: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ to, values, ...template }: SendTemplate) =>
        callOnce(chatTemplates.send, {
          body: {
            ...template,
            to: toAddress(to),
            values: Object.entries(values).map(([key, value]) => ({ key, value })),
          },
        }),
      onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.chat }),
    }),
};

interface SendTemplate {
  to: string;
  name: string;
  language: string;
  values: TemplateValues;
}

/** Digits begin with the country code, which the plus says. */
function toAddress(to: string): string {
  return to.includes("@") || to.startsWith("+") ? to : `+${to}`;
}
