import { createColumnHelper } from "@tanstack/react-table";
import { Absent, ACTIONS_COLUMN, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import Link from "@/components/ui/link";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { formatNumber, formatPercent } from "@/lib/format";
import { campaignPath } from "@/lib/paths";
import { getActivityName } from "./activity-name";
import { ActivityProgress } from "./activity-progress";
import { ActivityRowActions } from "./activity-row-actions";
import { ActivityStatusBadge } from "./activity-status";

const column = createColumnHelper<typeof tableKit, Activity>();

export function buildActivityColumns(onDetails: (activity: Activity) => void) {
  return column.columns([
    column.accessor(getActivityName, {
      id: "name",
      meta: { label: "Nome", width: "minmax(9rem,1.5fr)", skeleton: "w-36" },
      cell: ({ getValue, row }) => (
        <Link
          href={campaignPath(row.original.id)}
          className="line-clamp-2 max-w-full rounded text-left font-medium underline-offset-4 hover:underline"
        >
          {getValue()}
        </Link>
      ),
    }),
    column.accessor("total_leads", {
      meta: {
        onPhone: "hidden",
        label: "Total de leads",
        width: "4.5rem",
        className: "text-right",
        skeleton: "ml-auto w-8",
      },
      cell: ({ getValue }) => <span className="tabular-nums">{formatNumber(getValue())}</span>,
    }),
    column.accessor("leads_processed", {
      meta: {
        selfEvident: true,

        label: "Processados",
        width: "minmax(9.25rem,1fr)",
        skeleton: "h-8 w-40",
      },
      cell: ({ row }) => (
        <div className="max-w-64 py-2.5">
          <ActivityProgress activity={row.original} />
        </div>
      ),
    }),
    column.accessor("scheduled", {
      meta: {
        droppable: true,
        onPhone: "hidden",
        label: "Agendada",
        width: "5rem",
        skeleton: "w-8",
      },
      cell: ({ getValue }) => (getValue() ? "Sim" : "Não"),
    }),
    column.accessor("status", {
      meta: { onPhone: "beside-title", label: "Status", width: "10.5rem", skeleton: "h-6 w-24" },
      cell: ({ row }) => <ActivityStatusBadge activity={row.original} />,
    }),
    column.accessor("created_at", {
      meta: { droppable: true, label: "Criada em", width: "8.25rem", skeleton: "w-28" },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("completed_at", {
      meta: {
        droppable: true,
        onPhone: "hidden",
        label: "Concluída em",
        width: "8.25rem",
        skeleton: "w-28",
      },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("next_run_at", {
      meta: {
        droppable: true,
        label: "Próxima execução",
        width: "8.75rem",
        skeleton: "w-28",
      },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("delivered", {
      meta: {
        droppable: true,
        label: "Entregues",
        width: "5.5rem",
        className: "text-right",
        skeleton: "ml-auto w-8",
      },
      cell: ({ getValue }) => <span className="tabular-nums">{formatNumber(getValue())}</span>,
    }),
    column.display({
      id: "answered",
      meta: {
        droppable: true,
        label: "Respostas",
        width: "5.5rem",
        className: "text-right",
        skeleton: "ml-auto w-10",
      },
      cell: ({ row }) => <Replies activity={row.original} />,
    }),
    column.display({
      id: "actions",
      meta: {
        ...ACTIONS_COLUMN,
        width: "7rem",
        className: "pl-0 text-right",
        skeleton: "ml-auto w-12",
      },
      cell: ({ row }) => <ActivityRowActions activity={row.original} onDetails={onDetails} />,
    }),
  ]);
}

/** The share of contacted people who answered, with their number. */
function Replies({ activity: { answered, sent } }: { activity: Activity }) {
  if (sent === 0) return <Absent />;
  return (
    <span className="tabular-nums" title={`${formatNumber(answered)} de ${formatNumber(sent)}`}>
      {formatPercent(answered / sent)}
    </span>
  );
}
