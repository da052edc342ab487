import { createColumnHelper } from "@tanstack/react-table";
import { Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import type { PersonEntry } from "@/lib/contracts/billing/billing-admin";
import { isPro } from "@/lib/domain/plans/plan";
import { formatNumber } from "@/lib/format";
import { adminPersonPath } from "@/lib/paths";

/** An account may have lost its name. */
export const NAMELESS = "Usuário";

const column = createColumnHelper<typeof tableKit, PersonEntry>();

export const peopleColumns = column.columns([
  column.accessor("name", {
    meta: { label: "Nome", width: "minmax(10rem,1fr)", skeleton: "w-36" },
    cell: ({ row: { original } }) => (
      <Link
        href={adminPersonPath(original.id)}
        className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
      >
        {original.name || NAMELESS}
      </Link>
    ),
  }),
  column.accessor("email", {
    meta: { selfEvident: true, label: "E-mail", width: "minmax(12rem,1.25fr)", skeleton: "w-40" },
    cell: ({ getValue, row: { original } }) => (
      <span className="block truncate">
        {getValue()} <span className="text-muted-foreground tabular-nums">#{original.id}</span>
      </span>
    ),
  }),
  column.accessor("plan", {
    meta: { onPhone: "beside-title", label: "Plano", width: "8rem", skeleton: "w-16" },
    cell: ({ getValue, row: { original } }) => (
      <span className="flex gap-1.5">
        <Badge tone={isPro(getValue()) ? "gold" : "neutral"}>
          {isPro(getValue()) ? "PRO" : "Gratuito"}
        </Badge>
        {!original.is_active && <Badge tone="danger">Desativada</Badge>}
      </span>
    ),
  }),
  column.accessor("leads", {
    meta: {
      label: "Leads",
      width: "6rem",
      className: "text-right tabular-nums",
      skeleton: "ml-auto w-10",
    },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor("credits_used_30_days", {
    meta: {
      onPhone: "hidden",
      droppable: true,
      label: "Créditos (30 dias)",
      width: "9.5rem",
      className: "text-right tabular-nums",
      skeleton: "ml-auto w-10",
    },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor("last_seen_at", {
    meta: { droppable: true, label: "Último acesso", width: "9rem", skeleton: "w-28" },
    cell: ({ getValue }) => {
      const instant = getValue();
      return instant === null ? "Nunca" : <Moment instant={instant} />;
    },
  }),
]);
