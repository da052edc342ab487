import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import {
  admin,
  type Deactivation,
  type NewAccount,
  type Seats,
} from "@/lib/contracts/backoffice/admin";
import { messagePrices, type NewPrice } from "@/lib/contracts/backoffice/message-prices";
import { messageTrace } from "@/lib/contracts/backoffice/message-trace";
import { recovery } from "@/lib/contracts/backoffice/recovery";
import { requiredFactor } from "@/lib/contracts/backoffice/required-factor";
import { sizes } from "@/lib/contracts/backoffice/sizes";
import { billing, type ManualRecordForm } from "@/lib/contracts/billing/billing";
import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { privacyNotice } from "@/lib/contracts/custody/privacy-notice";
import type { FactorRequiredOf } from "@/lib/domain/accounts/required-factor";
import { BILLING_PAGE_SIZE } from "@/lib/domain/plans/billing";
import { adminFailure } from "./admin-error";

const PAGE_SIZE = 10;
const QUEUES_REFETCH_MS = 10_000;
const RECOVERY_REFETCH_MS = 5_000;

const messagePricesKey = [...queryKeys.admin, "message prices"];
const requiredFactorKey = [...queryKeys.admin, "required factor"];

export const adminQueries = {
  billings: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "billings", page],
      queryFn: async ({ signal }) => {
        const query = { page, per_page: BILLING_PAGE_SIZE };
        const answer = await call(billing.read, { query }, { signal });
        return "billings" in answer ? answer : { billings: [answer], total_pages: 1 };
      },
      placeholderData: keepPreviousData,
    }),
  sizes: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "sizes"],
      queryFn: ({ signal }) => call(sizes.read, {}, { signal }),
    }),
  billingAlerts: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "billing alerts"],
      queryFn: ({ signal }) => call(billingAdmin.alerts, {}, { signal }),
    }),
  stuckEvents: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "stuck events"],
      queryFn: ({ signal }) => call(billingAdmin.events, {}, { signal }),
    }),
  billingReport: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "billing report"],
      queryFn: ({ signal }) => call(billingAdmin.report, {}, { signal }),
    }),
  person: (userId: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "person", userId],
      queryFn: ({ signal }) => call(billingAdmin.person, { params: { userId } }, { signal }),
    }),
  personSessions: (userId: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "person", userId, "sessions"],
      queryFn: ({ signal }) => call(billingAdmin.sessions, { params: { userId } }, { signal }),
      select: ({ sessions }) => sessions,
    }),
  personMessages: (userId: number, number: string) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "person", userId, "messages", number],
      queryFn: ({ signal }) =>
        call(messageTrace.read, { params: { userId }, query: { number } }, { signal }),
      // Every request is audited: it is never fetched again by itself.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  messagePrices: () =>
    queryOptions({
      queryKey: messagePricesKey,
      queryFn: ({ signal }) => call(messagePrices.list, {}, { signal }),
      select: ({ prices }) => prices,
    }),
  requiredFactor: () =>
    queryOptions({
      queryKey: requiredFactorKey,
      queryFn: ({ signal }) => call(requiredFactor.get, {}, { signal }),
      select: ({ required_of }) => required_of,
    }),
  people: (search: string, page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "people", search, page],
      queryFn: ({ signal }) =>
        call(billingAdmin.people, { query: { search, page, per_page: PAGE_SIZE } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  audit: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "audit", page],
      queryFn: ({ signal }) =>
        call(admin.audit, { query: { page, per_page: PAGE_SIZE } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  retention: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "retention"],
      queryFn: ({ signal }) => call(privacyNotice.retention, {}, { signal }),
      select: ({ rows }) => rows,
    }),
  queues: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "queues"],
      queryFn: ({ signal }) => call(admin.queues, {}, { signal }),
      select: ({ queues }) => queues,
      refetchInterval: QUEUES_REFETCH_MS,
    }),
  /** Asked again while a copy waits or numbers recover. */
  recovery: () =>
    queryOptions({
      queryKey: [...queryKeys.admin, "recovery"],
      queryFn: ({ signal }) => call(recovery.read, {}, { signal }),
      refetchInterval: ({ state: { data } }) =>
        data?.copy || data?.numbers.length ? RECOVERY_REFETCH_MS : false,
    }),
  deadLetters: (page: number) =>
    queryOptions({
      queryKey: [...queryKeys.admin, "dead letters", page],
      queryFn: ({ signal }) =>
        call(admin.deadLetters, { query: { page, per_page: PAGE_SIZE } }, { signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Every mutation adds to the audit trail and some change billing records, so both are invalidated. */
export const adminMutations = {
  confirmCopy: (client: QueryClient) =>
    mutationOptions({
      mutationFn: () => call(recovery.confirm, {}),
      meta: { failure: adminFailure("Erro ao confirmar a cópia.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  setPrice: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: NewPrice) => call(messagePrices.set, { body }),
      onSuccess: (answer) => client.setQueryData(messagePricesKey, answer),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  requireFactor: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (required_of: FactorRequiredOf) =>
        call(requiredFactor.set, { body: { required_of } }),
      onSuccess: (answer) => client.setQueryData(requiredFactorKey, answer),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  createAccount: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: NewAccount) => call(admin.createAccount, { body }),
      meta: { failure: null },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  deactivateAccount: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: Deactivation) => call(admin.deactivateAccount, { body }),
      meta: { failure: adminFailure("Erro ao desativar conta.") },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  setSeats: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ userId, body }: { userId: number; body: Seats }) =>
        call(admin.setSeats, { params: { userId }, body }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  endSessions: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (userId: number) => call(billingAdmin.endSessions, { params: { userId } }),
      meta: { failure: adminFailure("Erro ao encerrar as sessões.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  liftIssuer: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (userId: number) => call(billingAdmin.liftIssuer, { params: { userId } }),
      meta: { failure: adminFailure("Erro ao retirar a exigência.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  createRecord: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ userId, body }: { userId: number; body: ManualRecordForm }) =>
        call(billingAdmin.createRecord, { params: { userId }, body }),
      meta: { failure: null },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  updateRecord: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, body }: { id: number; body: ManualRecordForm }) =>
        call(billingAdmin.updateRecord, { params: { id }, body }),
      meta: { failure: null },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  deleteBilling: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(billing.remove, { params: { id } }),
      meta: { failure: adminFailure("Erro ao excluir registro de cobrança.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  resolveAlert: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(billingAdmin.resolveAlert, { params: { id } }),
      meta: { failure: adminFailure("Erro ao resolver o alerta.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  retryEvent: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(billingAdmin.retryEvent, { params: { id } }),
      meta: { failure: adminFailure("Erro ao tentar de novo.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  linkEvent: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, userId }: { id: number; userId: number }) =>
        call(billingAdmin.linkEvent, { params: { id }, body: { user_id: userId } }),
      meta: { failure: adminFailure("Erro ao tentar de novo.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  replayDeadLetter: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(admin.replayDeadLetter, { params: { id } }),
      meta: { failure: adminFailure("Erro ao ler o aviso.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
  deleteDeadLetter: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(admin.deleteDeadLetter, { params: { id } }),
      meta: { failure: adminFailure("Erro ao descartar o aviso.") },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
    }),
};
