"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Moment } from "@/components/shared/table/table-cells";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { adminMutations, adminQueries } from "./admin.queries";
import { AdminList } from "./admin-list";
import { AdminSection } from "./admin-section";

const PersonPicker = lateDialog(async () => (await import("./person-picker")).PersonPicker);

/** Events of the payment provider without a matching account, or that could not be processed. */
export function StuckEvents({ className }: { className?: string }) {
  const client = useQueryClient();
  const events = useQuery(adminQueries.stuckEvents());
  const retry = useMutation(adminMutations.retryEvent(client));
  const link = useMutation(adminMutations.linkEvent(client));
  const [linked, setLinked] = useState<number | null>(null);
  const told = {
    onSuccess: () => notifySuccess("Aviso em processamento."),
  };
  const tryAgain = (id: number) => retry.mutate(id, told);
  return (
    <AdminSection
      title="Avisos de pagamento parados"
      description="Ficam aqui até a conta aparecer. Quem pagou com outro e-mail pode ser ligado à sua conta."
      className={className}
    >
      <AdminList
        query={events}
        rows={events.data?.events}
        emptyText="Nenhum aviso parado."
        errorTitle="Erro ao carregar os avisos de pagamento"
      >
        {({ id, event_id, type, state, customer_id, email, created_at }) => (
          <>
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                {type}
                <Badge tone="danger">{state === "unmatched" ? "Sem conta" : "Falhou"}</Badge>
              </p>
              <p className="truncate text-[0.8125rem] text-muted-foreground">
                {[email, customer_id, event_id].filter(Boolean).join(" · ")} ·{" "}
                <Moment instant={created_at} />
              </p>
            </div>
            <div className="flex gap-2">
              {state === "unmatched" && customer_id !== null && (
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => setLinked(id)}
                  aria-label={`Ligar a uma conta o aviso ${event_id}`}
                >
                  Ligar a uma conta
                </Button>
              )}
              <Button
                variant="outline"
                size="sm"
                onClick={() => tryAgain(id)}
                aria-label={`Tentar de novo o aviso ${event_id}`}
              >
                Tentar de novo
              </Button>
            </div>
          </>
        )}
      </AdminList>
      {linked !== null && (
        <PersonPicker
          title="De quem é este pagamento?"
          description="Os avisos deste cliente do Stripe passam a valer para a conta escolhida."
          onChoose={(person) => {
            setLinked(null);
            link.mutate({ id: linked, userId: person.id }, told);
          }}
          onClose={() => setLinked(null)}
        />
      )}
    </AdminSection>
  );
}
