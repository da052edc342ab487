"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiToken } from "@/lib/contracts/platform/api-tokens";
import { SCOPE_LABELS } from "@/lib/domain/accounts/api-scopes";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatDate, formatDateTime } from "@/lib/format";
import { API_DOCS_PATH } from "@/lib/paths";
import { apiTokenMutations, apiTokensQuery } from "./api-tokens.queries";

const ApiTokenForm = lateDialog(async () => (await import("./api-token-form")).ApiTokenForm);

export function ApiTokensCard() {
  const tokens = useQuery(apiTokensQuery());
  const [creating, setCreating] = useState(false);
  return (
    <Card aria-label="Tokens de API">
      <CardHeader>
        <CardTitle>Tokens de API</CardTitle>
        <Button variant="outline" size="sm" onClick={() => setCreating(true)}>
          <Plus aria-hidden />
          Novo token
        </Button>
      </CardHeader>
      <CardContent>
        {tokens.isPending && <Skeleton className="h-12 w-full" />}
        {tokens.isError && !tokens.data && (
          <ErrorState
            title="Erro ao carregar os tokens"
            onRetry={tokens.refetch}
            retrying={tokens.isFetching}
            className="py-6"
          />
        )}
        {tokens.data?.length === 0 && (
          <p className="text-pretty text-muted-foreground text-sm">
            Ligue o Garimpo a planilhas, CRMs e automações. Um token dá a um programa só as
            permissões que você escolher, e pode ser revogado a qualquer momento.
          </p>
        )}
        <ul className="divide-y divide-border">
          {tokens.data?.map((token) => (
            <ApiTokenItem key={token.id} token={token} />
          ))}
        </ul>
        <p className="mt-3 text-sm">
          <a
            href={API_DOCS_PATH}
            className="font-medium text-primary-text underline underline-offset-4"
          >
            Ler e testar a API
          </a>
        </p>
      </CardContent>
      {creating && <ApiTokenForm onClose={() => setCreating(false)} />}
    </Card>
  );
}

function ApiTokenItem({ token }: { token: ApiToken }) {
  const client = useQueryClient();
  const revocation = useMutation(apiTokenMutations.revoke(client));
  const revoke = () =>
    confirmToast(
      `Tem certeza que deseja revogar o token ${token.name}? O que o usa para de funcionar.`,
      () => revocation.mutate(token.id, { onSuccess: () => notifySuccess("Token revogado.") }),
    );
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <KeyRound className="mt-0.5 size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="break-words">{token.name}</span>
          {token.scopes.map((scope) => (
            <Badge key={scope}>{labelOf(SCOPE_LABELS, scope)}</Badge>
          ))}
          {hasExpired(token) && <Badge tone="danger">Vencido</Badge>}
        </p>
        <p className="mt-0.5 break-words text-muted-foreground text-sm tabular-nums">
          <span className="font-mono">{token.beginning}…</span> · {describeUse(token)} ·{" "}
          {describeExpiry(token)}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        loading={revocation.isPending}
        onClick={revoke}
        aria-label={`Revogar o token ${token.name}`}
      >
        Revogar
      </Button>
    </li>
  );
}

function hasExpired({ expires_at }: ApiToken): boolean {
  return expires_at !== null && new Date(expires_at) <= new Date();
}

function describeUse({ last_used_at }: ApiToken): string {
  return last_used_at ? `Último uso em ${formatDateTime(last_used_at)}` : "Nunca usado";
}

function describeExpiry(token: ApiToken): string {
  if (token.expires_at === null) return "Sem validade";
  return `${hasExpired(token) ? "Venceu" : "Vence"} em ${formatDate(token.expires_at)}`;
}
