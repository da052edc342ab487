import { createColumnHelper } from "@tanstack/react-table";
import { Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import type { AuditEntry } from "@/lib/contracts/backoffice/admin";
import type { AuditAction } from "@/lib/domain/accounts/audit";
import { FACTOR_REQUIRED_LABEL } from "@/lib/domain/accounts/required-factor";
import { getPlanLabel } from "@/lib/domain/plans/plan-catalogue";
import { labelOf } from "@/lib/domain/text/known-words";
import { countOf, formatReais } from "@/lib/format";

const actions: Record<AuditAction, string> = {
  "account.created": "Conta criada",
  "account.deactivated": "Conta desativada",
  "account.sessions_ended": "Sessões encerradas",
  "account.issuer_lifted": "Exigência de provedor retirada",
  "account.seats_set": "Lugares da equipe definidos",
  "api_token.created": "Token de API criado",
  "api_token.revoked": "Token de API revogado",
  "billing.created": "Registro de cobrança criado",
  "billing.updated": "Registro de cobrança alterado",
  "billing.deleted": "Registro de cobrança excluído",
  "billing.event_retried": "Aviso de pagamento tentado de novo",
  "billing.event_linked": "Pagamento ligado a uma conta",
  "billing.alert_resolved": "Alerta de pagamento resolvido",
  "dead_letter.replayed": "Aviso do WhatsApp relido",
  "dead_letter.deleted": "Aviso do WhatsApp descartado",
  "message.traced": "Mensagens para um número consultadas",
  "copy.confirmed": "Cópia restaurada confirmada",
  "price.set": "Preço do WhatsApp definido",
  "second_factor.required": "Exigência de segunda proteção alterada",
  "registry.import_started": "Importação da Receita iniciada",
  "registry.import_stopped": "Importação da Receita parada",
  "registry.month_served": "Mês da Receita publicado",
  "registry.month_discarded": "Mês da Receita descartado",
  "registry.rolled_back": "Base da Receita anterior de volta",
  "registry.partners_shown": "Sócios da Receita mostrados",
  "registry.partners_hidden": "Sócios da Receita ocultados",
};

const column = createColumnHelper<typeof tableKit, AuditEntry>();

export const auditColumns = column.columns([
  column.accessor("created_at", {
    meta: { label: "Quando", width: "9rem", skeleton: "w-28" },
    cell: ({ getValue }) => <Moment instant={getValue()} />,
  }),
  column.accessor("action", {
    meta: { title: true, label: "Ação", width: "minmax(12rem,1fr)", skeleton: "w-40" },
    cell: ({ getValue }) => <span className="font-medium">{actions[getValue()]}</span>,
  }),
  column.accessor("target", {
    meta: { label: "Conta", width: "minmax(10rem,1fr)", skeleton: "w-36" },
    cell: ({ getValue }) => <Person person={getValue()} />,
  }),
  column.accessor("details", {
    meta: { droppable: true, label: "Detalhes", width: "minmax(10rem,1fr)", skeleton: "w-28" },
    cell: ({ getValue }) => describeDetails(getValue()),
  }),
  column.accessor("actor", {
    meta: { label: "Quem fez", width: "minmax(10rem,1fr)", skeleton: "w-36" },
    cell: ({ getValue }) => <Person person={getValue()} />,
  }),
]);

function Person({ person }: { person: AuditEntry["actor"] | null }) {
  if (!person) return "–";
  return (
    <span className="block truncate">
      {person.email ?? "Conta removida"}{" "}
      <span className="text-muted-foreground tabular-nums">#{person.id}</span>
    </span>
  );
}

function describeDetails(details: AuditEntry["details"]): string {
  const { billing_id, plan, price, base, name, scopes, reason, required_of, seats } = details;
  const parts = [
    name !== undefined && String(name),
    scopes !== undefined && String(scopes),
    base !== undefined && String(base),
    reason !== undefined && String(reason),
    required_of !== undefined && labelOf(FACTOR_REQUIRED_LABEL, String(required_of)),
    seats !== undefined &&
      (seats === "plan" ? "Pelo plano" : countOf(Number(seats), "lugar", "lugares")),
    billing_id !== undefined && `Registro ${billing_id}`,
    plan !== undefined && getPlanLabel(String(plan)),
    price !== undefined && formatReais(Number(price)),
  ];
  return parts.filter(Boolean).join(" · ") || "–";
}
