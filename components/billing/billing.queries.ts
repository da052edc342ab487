import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { requireStoredToken } from "@/lib/api/session-store";
import { billing } from "@/lib/contracts/billing/billing";
import { subscription } from "@/lib/contracts/billing/subscription";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";

export const billingQueries = {
  overview: () =>
    queryOptions({
      queryKey: [...queryKeys.billing, "overview"],
      queryFn: ({ signal }) => {
        requireStoredToken("Token ou usuário inválido");
        return call(subscription.overview, {}, { signal });
      },
    }),
  /** Opens a payment page, and closes the account's other ones: never asked twice by itself, and not kept. */
  checkout: (plan: BillingPeriod) =>
    queryOptions({
      queryKey: ["checkout", plan],
      queryFn: () => call(subscription.checkout, { body: { plan } }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      // After an error, a look at this tab would close the page that another tab has opened.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  history: () =>
    queryOptions({
      queryKey: [...queryKeys.billing, "history"],
      queryFn: ({ signal }) => call(subscription.history, {}, { signal }),
    }),
};

export const billingMutations = {
  cancel: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(billing.cancel, { params: { id } }),
      meta: {
        failure: () => "Erro ao cancelar assinatura. Por favor, tente novamente.",
      },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.billing }),
    }),
  resume: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(billing.create, { body: { cancel_at_period_end: false } }),
      meta: { failure: () => "Erro ao retomar assinatura. Por favor, tente novamente." },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.billing }),
    }),
  portal: () =>
    mutationOptions({
      mutationFn: (body: { change?: "plan" | "payment_method" }) =>
        call(subscription.portal, { body }),
      meta: { failure: () => "Erro ao abrir o portal do cliente." },
    }),
};
