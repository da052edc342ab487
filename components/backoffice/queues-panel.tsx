"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatNumber } from "@/lib/format";
import { adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

const LABELS: Record<string, string> = {
  campaigns: "Campanhas",
  searches: "Buscas",
  imports: "Importações",
  media: "Arquivos do WhatsApp",
  mails: "E-mails",
  webhooks: "Webhooks",
  "slow-webhooks": "Webhooks lentos",
  billing: "Avisos de pagamento",
  "billing-orders": "Pedidos ao Stripe",
  registry: "Base da Receita",
  radars: "Radares",
  archives: "Cópias de dados",
  deletions: "Exclusões de contas",
};

/** How much the worker has before it, by kind of work. */
export function QueuesPanel() {
  const queues = useQuery(adminQueries.queues());
  return (
    <AdminSection
      title="Filas de trabalho"
      description="O que espera por um trabalhador e o que está sendo feito agora."
    >
      {queues.isPending && <Skeleton className="h-24 w-full" />}
      {queues.isError && !queues.data && (
        <ErrorState
          title="Erro ao carregar as filas"
          onRetry={queues.refetch}
          retrying={queues.isFetching}
          className="py-6"
        />
      )}
      {queues.data && (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
          {queues.data.map(({ name, waiting, active }) => (
            <div key={name} className="min-w-0">
              <dt className="truncate text-muted-foreground text-sm">{labelOf(LABELS, name)}</dt>
              <dd className="mt-0.5 font-medium text-sm tabular-nums">
                {waiting === 0 && active === 0 ? (
                  <span className="font-normal text-muted-foreground">Vazia</span>
                ) : (
                  `${formatNumber(waiting)} na fila · ${formatNumber(active)} agora`
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </AdminSection>
  );
}
