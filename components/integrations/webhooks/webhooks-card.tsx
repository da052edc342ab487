"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Webhook } from "@/lib/contracts/integrations/webhooks";
import { labelOf } from "@/lib/domain/text/known-words";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from "@/lib/domain/webhooks/webhook-events";
import { formatDateTime } from "@/lib/format";
import { webhookMutations, webhookQueries } from "./webhooks.queries";

const WebhookForm = lateDialog(async () => (await import("./webhook-form")).WebhookForm);
const WebhookLog = lateDialog(async () => (await import("./webhook-log")).WebhookLog);

export function WebhooksCard() {
  const webhooks = useQuery(webhookQueries.list());
  /** The one being edited; null for a new one. */
  const [edited, setEdited] = useState<Webhook | null | undefined>();
  const [logged, setLogged] = useState<Webhook | null>(null);
  return (
    <Card aria-label="Webhooks">
      <CardHeader>
        <CardTitle>Webhooks</CardTitle>
        <Button variant="outline" size="sm" onClick={() => setEdited(null)}>
          <Plus aria-hidden />
          Novo webhook
        </Button>
      </CardHeader>
      <CardContent>
        {webhooks.isPending && <Skeleton className="h-12 w-full" />}
        {webhooks.isError && !webhooks.data && (
          <ErrorState
            title="Erro ao carregar os webhooks"
            onRetry={webhooks.refetch}
            retrying={webhooks.isFetching}
            className="py-6"
          />
        )}
        {webhooks.data?.length === 0 && (
          <p className="text-pretty text-muted-foreground text-sm">
            Receba um aviso no seu servidor quando um lead é criado ou responde, quando uma campanha
            ou uma busca termina. Cada aviso é assinado e repetido por três dias se falhar.
          </p>
        )}
        <ul className="divide-y divide-border">
          {webhooks.data?.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onLog={() => setLogged(webhook)}
            />
          ))}
        </ul>
      </CardContent>
      {edited !== undefined && (
        <WebhookForm webhook={edited} onClose={() => setEdited(undefined)} />
      )}
      {logged && <WebhookLog webhook={logged} onClose={() => setLogged(null)} />}
    </Card>
  );
}

function WebhookItem({
  webhook,
  onEdit,
  onLog,
}: {
  webhook: Webhook;
  onEdit: () => void;
  onLog: () => void;
}) {
  const client = useQueryClient();
  const removal = useMutation(webhookMutations.remove(client));
  const remove = () =>
    confirmToast(`Tem certeza que deseja excluir o webhook ${webhook.url}?`, () =>
      removal.mutate(webhook.id, { onSuccess: () => notifySuccess("Webhook excluído.") }),
    );
  const notice = describeTrouble(webhook);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-0">
      <WebhookIcon className="mt-0.5 size-5 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          <span className="min-w-0 break-all">{webhook.url}</span>
          <StateBadge webhook={webhook} />
        </p>
        <p className="mt-0.5 text-pretty text-muted-foreground text-sm">
          {webhook.events.length === WEBHOOK_EVENT_NAMES.length
            ? "Todos os eventos"
            : webhook.events.map((event) => labelOf(WEBHOOK_EVENTS, event)).join(", ")}
        </p>
        {notice && <p className="mt-0.5 text-pretty text-danger-text text-sm">{notice}</p>}
      </div>
      <div className="flex items-center gap-1">
        <Button
          variant="outline"
          size="sm"
          onClick={onLog}
          aria-label={`Ver as entregas de ${webhook.url}`}
        >
          Entregas
        </Button>
        <Button
          variant="ghost"
          size="icon"
          onClick={onEdit}
          aria-label={`Editar o webhook ${webhook.url}`}
        >
          <Pencil aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          onClick={remove}
          aria-label={`Excluir o webhook ${webhook.url}`}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

function StateBadge({ webhook }: { webhook: Webhook }) {
  if (!webhook.active) return <Badge tone="neutral">Desligado</Badge>;
  if (webhook.failing_since) return <Badge tone="danger">Falhando</Badge>;
  return <Badge tone="success">Ligado</Badge>;
}

function describeTrouble({ active, disabled_reason, failing_since }: Webhook): string | null {
  if (disabled_reason === "failing") {
    return "Falhou por três dias seguidos e foi desligado. Corrija o endereço e ligue-o de novo.";
  }
  if (disabled_reason === "gone") {
    return "O endereço respondeu que não existe mais (410) e foi desligado.";
  }
  if (active && failing_since)
    return `Todas as tentativas falham desde ${formatDateTime(failing_since)}.`;
  return null;
}
