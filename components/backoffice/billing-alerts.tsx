"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Moment } from "@/components/shared/table/table-cells";
import { Button } from "@/components/ui/button";
import type { BillingAlert } from "@/lib/contracts/billing/billing-admin";
import { adminMutations, adminQueries } from "./admin.queries";
import { AdminList } from "./admin-list";
import { AdminSection } from "./admin-section";

const titles: Record<BillingAlert["kind"], string> = {
  unmatched_event: "Pagamento sem conta",
  failed_event: "Aviso não processado",
  failed_order: "Pedido ao Stripe não feito",
  provider_unreachable: "Stripe sem resposta",
  record_mended: "Registro corrigido",
  unknown_subscription: "Assinatura que o Stripe não encontra",
  dispute_opened: "Pagamento contestado",
  dispute_lost: "Contestação perdida",
  duplicate_refunded: "Pagamento devolvido",
  second_subscription: "Duas assinaturas na mesma conta",
  closed_account_paid: "Pagamento de conta desativada",
  paid_after_end: "Fatura paga depois do fim",
  other_product: "Assinatura de outro produto",
  unread_event: "Aviso que não pôde ser lido",
};

/** Payment problems that a person should know about, until somebody closes them. */
export function BillingAlerts({ className }: { className?: string }) {
  const client = useQueryClient();
  const alerts = useQuery(adminQueries.billingAlerts());
  const resolve = useMutation(adminMutations.resolveAlert(client));
  const close = (id: number) =>
    resolve.mutate(id, { onSuccess: () => notifySuccess("Alerta resolvido.") });
  return (
    <AdminSection
      title="Alertas de pagamento"
      description="O que o Stripe avisou e alguém precisa saber."
      className={className}
    >
      <AdminList
        query={alerts}
        rows={alerts.data?.alerts}
        emptyText="Nenhum alerta de pagamento."
        errorTitle="Erro ao carregar os alertas de pagamento"
      >
        {({ id, kind, detail, account, subject, created_at }) => (
          <>
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium text-sm">{titles[kind]}</p>
              <p className="text-pretty text-muted-foreground text-sm">{detail}</p>
              <p className="truncate text-[0.8125rem] text-muted-foreground">
                {account && `${account.email ?? "Conta removida"} #${account.id} · `}
                {subject} · <Moment instant={created_at} />
              </p>
            </div>
            <Button
              variant="outline"
              size="sm"
              onClick={() => close(id)}
              aria-label={`Resolver o alerta ${id}`}
            >
              Resolver
            </Button>
          </>
        )}
      </AdminList>
    </AdminSection>
  );
}
