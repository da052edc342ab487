import { createColumnHelper } from "@tanstack/react-table";
import { ACTIONS_COLUMN, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { formatNumber } from "@/lib/format";
import { getActivityName } from "./activity-name";
import { ActivityProgress } from "./activity-progress";
import { ActivityRowActions } from "./activity-row-actions";
import { ActivityStatusBadge } from "./activity-status";

const column = createColumnHelper<typeof tableKit, Activity>();

export function buildActivityColumns(onOpen: (activity: Activity) => void) {
  return column.columns([
    column.accessor(getActivityName, {
      id: "name",
      meta: { label: "Nome", width: "minmax(9rem,1.5fr)", skeleton: "w-36" },
      cell: ({ getValue, row }) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row.original);
          }}
          className="line-clamp-2 max-w-full rounded text-left font-medium underline-offset-4 hover:underline"
        >
          {getValue()}
        </button>
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
      meta: { onPhone: "beside-title", label: "Status", width: "7.25rem", skeleton: "h-6 w-24" },
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
    column.display({
      id: "actions",
      meta: {
        ...ACTIONS_COLUMN,
        width: "7rem",
        className: "pl-0 text-right",
        skeleton: "ml-auto w-12",
      },
      cell: ({ row }) => <ActivityRowActions activity={row.original} />,
    }),
  ]);
}
