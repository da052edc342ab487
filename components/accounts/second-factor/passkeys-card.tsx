"use client";

import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Plus } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Passkey } from "@/lib/contracts/accounts/passkeys";
import { MOST_PASSKEYS } from "@/lib/domain/accounts/passkeys";
import { formatDate, formatDateTime } from "@/lib/format";
import { passkeyQueries } from "./passkeys.queries";

const PasskeyForm = lateDialog(async () => (await import("./passkey-dialogs")).PasskeyForm);
const RenameDialog = lateDialog(async () => (await import("./passkey-dialogs")).RenameDialog);
const RemovalDialog = lateDialog(async () => (await import("./passkey-dialogs")).RemovalDialog);

/** Devices that can sign in: name, date of creation, and last use. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeyQueries.list());
  const [adding, setAdding] = useState(false);
  const count = passkeys.data?.length ?? 0;
  return (
    <Card aria-label="Chaves de acesso">
      <CardHeader>
        <CardTitle>Chaves de acesso</CardTitle>
        <Button
          variant="outline"
          size="sm"
          disabled={count >= MOST_PASSKEYS}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden />
          Adicionar chave
        </Button>
      </CardHeader>
      <CardContent>
        <p className="mb-3 text-pretty text-muted-foreground text-sm">
          Entre com a digital, o rosto ou o PIN do seu celular ou computador, sem senha nem código.
          A chave não sai do aparelho, ou da nuvem dele, e não funciona em um site falso.
        </p>
        {passkeys.isPending && <Skeleton className="h-12 w-full" />}
        {passkeys.isError && !passkeys.data && (
          <ErrorState
            title="Erro ao carregar as chaves de acesso"
            onRetry={passkeys.refetch}
            retrying={passkeys.isFetching}
            className="py-6"
          />
        )}
        {passkeys.data && count === 0 && (
          <p className="text-muted-foreground text-sm">Nenhuma chave de acesso ainda.</p>
        )}
        <ul className="divide-y divide-border">
          {passkeys.data?.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
        {count >= MOST_PASSKEYS && (
          <p className="mt-3 text-muted-foreground text-sm">
            Você tem {MOST_PASSKEYS} chaves, o máximo: remova uma para adicionar outra.
          </p>
        )}
      </CardContent>
      {adding && <PasskeyForm onClose={() => setAdding(false)} />}
    </Card>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const [asking, setAsking] = useState<"name" | "removal" | null>(null);
  const { name, backed_up, created_at, last_used_at } = passkey;
  const close = () => setAsking(null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <Fingerprint className="size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="break-words">{name}</span>
          {backed_up && <Badge>Na nuvem</Badge>}
        </p>
        <p className="mt-0.5 text-muted-foreground text-sm tabular-nums">
          Adicionada em {formatDate(created_at)} ·{" "}
          {last_used_at ? `Último uso em ${formatDateTime(last_used_at)}` : "Nunca usada"}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setAsking("name")}
          aria-label={`Renomear a chave ${name}`}
        >
          Renomear
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => setAsking("removal")}
          aria-label={`Remover a chave ${name}`}
        >
          Remover
        </Button>
      </div>
      {asking === "name" && <RenameDialog passkey={passkey} onClose={close} />}
      {asking === "removal" && <RemovalDialog passkey={passkey} onClose={close} />}
    </li>
  );
}
