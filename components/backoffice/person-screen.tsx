"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useSessionUser } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Loading } from "@/components/shared/feedback/loading";
import { Page } from "@/components/shared/layout/page";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import Link from "@/components/ui/link";
import type { BillingPerson } from "@/lib/contracts/billing/billing-admin";
import { isPro } from "@/lib/domain/plans/plan";
import { errorText } from "@/lib/error-text";
import { formatDate, formatDateTime, formatNumber } from "@/lib/format";
import { adminPaths } from "@/lib/paths";
import { adminQueries } from "./admin.queries";
import { RestrictedPage } from "./admin-page";
import { PersonBillings } from "./person-billings";
import { PersonDeactivation } from "./person-deactivation";
import { PersonIssuer } from "./person-issuer";
import { PersonMessages } from "./person-messages";
import { PersonSeats } from "./person-seats";
import { PersonSessions } from "./person-sessions";

/** One account for the administrator: its usage, and the actions on it. */
export function PersonScreen({ userId }: { userId: number }) {
  const { isAdmin } = useSessionUser();
  const person = useQuery({ ...adminQueries.person(userId), enabled: isAdmin });
  if (!isAdmin) return <RestrictedPage />;
  return (
    <Page
      title={person.data?.name || "Conta"}
      description={person.data?.email ?? `Conta ${userId}`}
      actions={
        <Button asChild variant="outline">
          <Link href={adminPaths.people}>
            <ArrowLeft aria-hidden />
            Voltar às pessoas
          </Link>
        </Button>
      }
    >
      {person.isPending && <Loading />}
      {person.isError && !person.data && (
        <ErrorState
          title={errorText(person.error)}
          onRetry={person.refetch}
          retrying={person.isFetching}
        />
      )}
      {person.data && (
        <div className="space-y-4">
          <Use person={person.data} />
          <PersonSeats person={person.data} />
          <PersonBillings person={person.data} />
          {person.data.is_active && <PersonSessions person={person.data} />}
          <PersonIssuer person={person.data} />
          <PersonMessages userId={person.data.id} />
          <PersonDeactivation person={person.data} />
        </div>
      )}
    </Page>
  );
}

function Use({ person }: { person: BillingPerson }) {
  const facts: [string, string][] = [
    ["Membro desde", formatDate(person.created_at)],
    ["Último acesso", person.last_seen_at ? formatDateTime(person.last_seen_at) : "Nunca"],
    ["Créditos usados em 30 dias", formatNumber(person.credits_used_30_days)],
    ["Leads", formatNumber(person.leads)],
    ["Buscas", formatNumber(person.searches)],
    ["Campanhas", formatNumber(person.campaigns)],
    ["Mensagens de campanhas", formatNumber(person.messages_sent)],
    ["Número da conta", String(person.id)],
  ];
  return (
    <Card aria-label="Plano e uso">
      <CardHeader>
        <CardTitle>Plano {isPro(person.plan) ? "PRO" : "gratuito"}</CardTitle>
        <span className="flex items-center gap-2">
          {isPro(person.plan) && <ProBadge />}
          <Badge tone={person.is_active ? "success" : "danger"}>
            {person.is_active ? "Conta ativa" : "Conta desativada"}
          </Badge>
        </span>
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
  );
}
