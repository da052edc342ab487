"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { SignInWay } from "@/lib/contracts/accounts/identities";
import { formatDate, formatDateTime } from "@/lib/format";
import { signInWaysQuery } from "./sign-in-ways.queries";
import { type WayAct, WayDialog } from "./way-dialog";

/** The ways to sign in besides the password, and whether the password still works. */
export function SignInWaysCard() {
  const ways = useQuery(signInWaysQuery());
  const required = ways.data?.find(({ linked }) => linked?.required);
  return (
    <Card aria-label="Formas de entrar">
      <CardHeader>
        <CardTitle>Formas de entrar</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          {required
            ? `Sua conta só abre por ${required.name}: a senha, sozinha, não entra.`
            : "Além do e-mail e da senha, você pode entrar por um provedor em que já confia, sem digitar a senha daqui."}
        </p>
        {ways.isPending && <Skeleton className="h-12 w-full" />}
        {ways.isError && !ways.data && (
          <ErrorState
            title="Erro ao carregar as formas de entrar"
            onRetry={ways.refetch}
            retrying={ways.isFetching}
            className="py-6"
          />
        )}
        {ways.data?.length === 0 && (
          <p className="text-muted-foreground text-sm">
            Nenhum provedor está disponível nesta instalação.
          </p>
        )}
        <ul className="divide-y divide-border">
          {ways.data?.map((way) => (
            <WayItem key={way.provider} way={way} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function WayItem({ way }: { way: SignInWay }) {
  const [asking, setAsking] = useState<WayAct | null>(null);
  const { name, linked, offered } = way;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <KeyRound className="size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          {name}
          {linked?.required && offered && <Badge tone="success">Exigido</Badge>}
          {!offered && <Badge tone="danger">Não disponível</Badge>}
        </p>
        <p className="mt-0.5 break-words text-muted-foreground text-sm tabular-nums">
          {linked ? describeLinked(linked) : "Não ligado"}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {listActs(way).map(({ act, label }) => (
          <Button
            key={act}
            variant="outline"
            size="sm"
            onClick={() => setAsking(act)}
            aria-label={`${label}: ${name}`}
          >
            {label}
          </Button>
        ))}
      </div>
      {asking && <WayDialog act={asking} way={way} onClose={() => setAsking(null)} />}
    </li>
  );
}

function describeLinked({ email, linked_at, last_used_at }: NonNullable<SignInWay["linked"]>) {
  const use = last_used_at ? `último uso em ${formatDateTime(last_used_at)}` : "ainda não usado";
  return `${email} · Ligado em ${formatDate(linked_at)}, ${use}`;
}

/** A required one cannot be unlinked: it is the only way in. */
function listActs({ linked, offered }: SignInWay): { act: WayAct; label: string }[] {
  if (!linked) return [{ act: "link", label: "Ligar" }];
  if (linked.required) return [{ act: "lift", label: "Deixar de exigir" }];
  return [
    ...(offered ? [{ act: "require" as const, label: "Exigir" }] : []),
    { act: "unlink", label: "Desligar" },
  ];
}
