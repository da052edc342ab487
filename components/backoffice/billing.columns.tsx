import { createColumnHelper } from "@tanstack/react-table";
import { Pencil, Trash2 } from "lucide-react";
import { ACTIONS_COLUMN } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { Billing } from "@/lib/contracts/billing/billing";
import type { RecordStatus } from "@/lib/domain/plans/billing";
import { getPlanLabel } from "@/lib/domain/plans/plan-catalogue";
import { formatDate, formatReais } from "@/lib/format";
import { adminPersonPath } from "@/lib/paths";
import { billingStatusLabels } from "./billing-labels";

const tones: Record<RecordStatus, Tone> = {
  active: "success",
  canceled: "neutral",
  past_due: "danger",
  unpaid: "danger",
  trial: "info",
  incomplete: "neutral",
  paused: "neutral",
};

const column = createColumnHelper<typeof tableKit, Billing>();

const ID_COLUMN = column.accessor("id", {
  meta: { label: "ID", width: "4rem", skeleton: "w-6" },
  cell: ({ getValue }) => <span className="tabular-nums">{getValue()}</span>,
});

const RECORD_COLUMNS = [
  column.accessor("plan", {
    meta: { label: "Plano", width: "7rem", skeleton: "w-16" },
    cell: ({ getValue }) => getPlanLabel(getValue()),
  }),
  column.accessor("price", {
    meta: { label: "Preço", width: "7rem", className: "text-right", skeleton: "ml-auto w-14" },
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap tabular-nums">{formatReais(getValue())}</span>
    ),
  }),
  column.accessor("status", {
    meta: { onPhone: "beside-title", label: "Status", width: "10rem", skeleton: "h-6 w-24" },
    cell: ({ getValue }) => (
      <Badge tone={tones[getValue()]}>{billingStatusLabels[getValue()]}</Badge>
    ),
  }),
  column.accessor("start_date", {
    meta: { droppable: true, label: "Início", width: "7rem", skeleton: "w-20" },
    cell: ({ getValue }) => <span className="tabular-nums">{formatDate(getValue())}</span>,
  }),
  column.accessor("current_period_end", {
    meta: { label: "Fim do período", width: "8rem", skeleton: "w-20" },
    cell: ({ getValue }) => <span className="tabular-nums">{formatDate(getValue())}</span>,
  }),
  column.accessor("stripe_subscription_id", {
    meta: {
      droppable: true,
      label: "Assinatura no Stripe",
      width: "minmax(12rem,1fr)",
      skeleton: "w-28",
    },
    cell: ({ getValue }) => (
      <span className="block truncate">{getValue() ?? "Acertado por fora"}</span>
    ),
  }),
] as const;

/** Of one account, whose number is known. */
export function buildPersonBillingColumns(actions: {
  onEdit: (billing: Billing) => void;
  onDelete: (billing: Billing) => void;
}) {
  return column.columns([
    ID_COLUMN,
    ...RECORD_COLUMNS,
    column.display({
      id: "actions",
      meta: { ...ACTIONS_COLUMN, width: "6rem", className: "pl-0 text-right" },
      cell: ({ row: { original } }) => (
        <div className="flex justify-end">
          {original.source === "admin" && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Editar registro de cobrança ${original.id}`}
              onClick={() => actions.onEdit(original)}
            >
              <Pencil aria-hidden />
            </Button>
          )}
          <DeleteButton billing={original} onDelete={() => actions.onDelete(original)} />
        </div>
      ),
    }),
  ]);
}

export function buildBillingColumns(onDelete: (billing: Billing) => void) {
  return column.columns([
    ID_COLUMN,
    column.accessor("user_id", {
      meta: { label: "Usuário", width: "5rem", skeleton: "w-6" },
      cell: ({ getValue }) => (
        <Link
          href={adminPersonPath(getValue())}
          className="tabular-nums underline underline-offset-4"
        >
          {getValue()}
          <span className="sr-only">: plano e uso desta conta</span>
        </Link>
      ),
    }),
    ...RECORD_COLUMNS,
    column.display({
      id: "actions",
      meta: {
        ...ACTIONS_COLUMN,
        width: "3.5rem",
        className: "pl-0 text-right",
        skeleton: "ml-auto w-6",
      },
      cell: ({ row }) => (
        <DeleteButton billing={row.original} onDelete={() => onDelete(row.original)} />
      ),
    }),
  ]);
}

function DeleteButton({ billing, onDelete }: { billing: Billing; onDelete: () => void }) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Excluir registro de cobrança ${billing.id}`}
      onClick={onDelete}
    >
      <Trash2 aria-hidden />
    </Button>
  );
}
