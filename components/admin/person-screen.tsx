"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Loading } from "@/components/shared/feedback/loading";
import { Page } from "@/components/shared/layout/page";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { isPro } from "@/lib/domain/plans/plan";
import { errorText } from "@/lib/error-text";
import { formatDate, formatDateTime, formatNumber } from "@/lib/format";
import { paths } from "@/lib/paths";
import { adminQueries } from "./admin.queries";
import { personBillingColumns } from "./billing.columns";

/** One account for the administrator: plan, use and billing records. */
export function PersonScreen({ userId }: { userId: number }) {
  const { isAdmin } = useSessionUser();
  const person = useQuery({ ...adminQueries.person(userId), enabled: isAdmin });
  return (
    <Page
      title={person.data?.name ?? "Conta"}
      description={person.data?.email ?? `Conta ${userId}`}
      actions={
        <Button asChild variant="outline">
          <Link href={paths.admin}>Voltar ao painel</Link>
        </Button>
      }
    >
      {!isAdmin && <p role="alert">Acesso restrito. Apenas administradores.</p>}
      {isAdmin && person.isPending && <Loading />}
      {person.isError && !person.data && (
        <ErrorState
          title={errorText(person.error)}
          onRetry={person.refetch}
          retrying={person.isFetching}
        />
      )}
      {person.data && <Account person={person.data} />}
    </Page>
  );
}

function Account({ person }: { person: BillingPerson }) {
  const table = useDataTable({
    columns: personBillingColumns,
    rows: person.billings,
    rowId: ({ id }) => String(id),
  });
  const facts: [string, string][] = [
    ["Conta", person.is_active ? "Ativa" : "Desativada"],
    ["Membro desde", formatDate(person.created_at)],
    ["Último acesso", person.last_seen_at ? formatDateTime(person.last_seen_at) : "Nunca"],
    ["Créditos usados em 30 dias", formatNumber(person.credits_used_30_days)],
    ["Leads", formatNumber(person.leads)],
    ["Buscas", formatNumber(person.searches)],
    ["Campanhas", formatNumber(person.campaigns)],
    ["Mensagens de campanhas", formatNumber(person.messages_sent)],
  ];
  return (
    <div className="space-y-4">
      <Card aria-label="Plano e uso">
        <CardHeader>
          <CardTitle>Plano {isPro(person.plan) ? "PRO" : "gratuito"}</CardTitle>
          {isPro(person.plan) && <ProBadge />}
        </CardHeader>
        <CardContent>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt className="text-muted-foreground text-sm">{label}</dt>
                <dd className="mt-0.5 font-medium text-sm tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </CardContent>
      </Card>
      <h2 className="mt-6 mb-3 font-semibold text-base">Registros de cobrança</h2>
      <DataTable
        table={table}
        caption="Registros de cobrança"
        loading={false}
        fallback={
          person.billings.length === 0 && (
            <p className="px-6 py-12 text-center text-muted-foreground text-sm">
              Nenhum registro encontrado
            </p>
          )
        }
      />
    </div>
  );
}
