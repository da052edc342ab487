"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Webhook, WebhookDelivery } from "@/lib/contracts/integrations/webhooks";
import { lookUp } from "@/lib/domain/text/known-words";
import { TEST_EVENT, WEBHOOK_EVENTS } from "@/lib/domain/webhooks/webhook-events";
import { countOf, formatDateTime } from "@/lib/format";
import { webhookMutations, webhookQueries } from "./webhooks.queries";

const STATES: Record<WebhookDelivery["state"], { label: string; tone: Tone }> = {
  waiting: { label: "Na fila", tone: "info" },
  delivered: { label: "Entregue", tone: "success" },
  failed: { label: "Falhou", tone: "danger" },
};

/** The deliveries of a webhook, with a button for a test and one to send again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const log = useInfiniteQuery(webhookQueries.deliveries(webhook.id));
  const test = useMutation(webhookMutations.test(client));
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Modal
      onClose={onClose}
      title="Entregas"
      description="O que este webhook recebeu nos últimos 30 dias."
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 break-all text-muted-foreground text-sm">{webhook.url}</p>
        <Button
          variant="outline"
          size="sm"
          loading={test.isPending}
          onClick={() => test.mutate(webhook.id)}
        >
          <Send aria-hidden />
          Enviar teste
        </Button>
      </div>
      {log.isPending && <Skeleton className="h-16 w-full" />}
      {log.isError && !log.data && (
        <ErrorState
          title="Erro ao carregar as entregas"
          onRetry={log.refetch}
          retrying={log.isFetching}
          className="py-6"
        />
      )}
      {log.data && deliveries.length === 0 && (
        <p className="py-6 text-center text-muted-foreground text-sm">
          Nada foi enviado ainda. Envie um teste para conferir o endereço.
        </p>
      )}
      <ul className="divide-y divide-border" aria-label="Entregas">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {log.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-3"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </Modal>
  );
}

function DeliveryItem({ delivery }: { delivery: WebhookDelivery }) {
  const client = useQueryClient();
  const replay = useMutation(webhookMutations.replay(client));
  const { label, tone } = lookUp(STATES, delivery.state, {
    label: delivery.state,
    tone: "neutral",
  });
  const name = nameOf(delivery);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="mt-0.5 text-muted-foreground tabular-nums">
          {formatDateTime(delivery.created_at)} ·{" "}
          {countOf(delivery.tries, "tentativa", "tentativas")}
          {delivery.last_status !== null && ` · HTTP ${delivery.last_status}`}
          {delivery.next_try_at && ` · próxima em ${formatDateTime(delivery.next_try_at)}`}
        </p>
        {delivery.last_answer && (
          <p className="mt-1 line-clamp-2 break-all font-mono text-[0.8125rem] text-muted-foreground">
            {delivery.last_answer}
          </p>
        )}
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-muted-foreground">Ver o conteúdo</summary>
          <pre className="mt-1 whitespace-pre-wrap break-all rounded-lg bg-accent p-2 text-[0.8125rem]">
            {delivery.payload}
          </pre>
        </details>
      </div>
      {delivery.state !== "waiting" && (
        <Button
          variant="outline"
          size="sm"
          loading={replay.isPending}
          onClick={() => replay.mutate(delivery.id)}
          aria-label={`Reenviar: ${name}, ${formatDateTime(delivery.created_at)}`}
        >
          <RotateCcw aria-hidden />
          Reenviar
        </Button>
      )}
    </li>
  );
}

function nameOf({ event_type }: WebhookDelivery): string {
  return event_type === TEST_EVENT ? "Teste" : WEBHOOK_EVENTS[event_type];
}
