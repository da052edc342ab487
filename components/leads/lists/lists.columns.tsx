import { createColumnHelper } from "@tanstack/react-table";
import { Pencil, ScanSearch, Send, Trash2 } from "lucide-react";
import { Absent, ACTIONS_COLUMN, Moment, RowMenu } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import Link from "@/components/ui/link";
import type { List } from "@/lib/contracts/leads/lists";
import { formatNumber } from "@/lib/format";
import { leadsOfListPath } from "@/lib/paths";
import { ListStatusBadge } from "./list-status";

const column = createColumnHelper<typeof tableKit, List>();

interface ListActions {
  onCampaign: (listId: number) => void;
  onCompare: (list: List) => void;
  onRename: (list: List) => void;
  /** Null for a user who sees a part of the leads only: deleting a list may delete all of its leads. */
  onDelete: ((list: List) => void) | null;
}

export function buildListColumns({ onCampaign, onCompare, onRename, onDelete }: ListActions) {
  return column.columns([
    column.accessor("name", {
      meta: { sortable: true, label: "Nome", width: "minmax(9.75rem,2fr)", skeleton: "w-36" },
      cell: ({ getValue, row }) => (
        <Link
          href={leadsOfListPath(row.original.id)}
          title={getValue()}
          className="flex min-h-10 max-w-full items-center rounded font-medium underline-offset-4 hover:underline"
        >
          <span className="truncate">{getValue()}</span>
        </Link>
      ),
    }),
    column.accessor("query", {
      meta: {
        droppable: true,
        onPhone: "hidden",
        sortable: true,
        label: "Busca",
        width: "minmax(6rem,1fr)",
        skeleton: "w-28",
      },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("city", {
      meta: {
        onPhone: "hidden",
        sortable: true,
        label: "Cidade",
        width: "minmax(6.5rem,1fr)",
        skeleton: "w-24",
      },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("state", {
      meta: {
        droppable: true,
        onPhone: "hidden",
        sortable: true,
        label: "Estado",
        width: "4.25rem",
        skeleton: "w-10",
      },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("total_leads", {
      meta: {
        sortable: true,
        label: "Total de leads",
        width: "5.25rem",
        className: "text-right",
        skeleton: "ml-auto w-8",
      },
      cell: ({ getValue }) => <span className="tabular-nums">{formatNumber(getValue())}</span>,
    }),
    column.accessor("status", {
      meta: {
        onPhone: "beside-title",
        sortable: true,
        label: "Status",
        width: "6.75rem",
        skeleton: "h-6 w-20",
      },
      cell: ({ getValue, row }) => <ListStatusBadge status={getValue()} note={row.original.note} />,
    }),
    column.accessor("created_at", {
      meta: {
        droppable: true,
        sortable: true,
        label: "Criada em",
        width: "8.25rem",
        skeleton: "w-28",
      },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("completed_at", {
      meta: {
        droppable: true,
        onPhone: "hidden",
        sortable: true,
        label: "Concluída em",
        width: "8.25rem",
        skeleton: "w-28",
      },
      cell: ({ getValue, row }) => (
        <Moment instant={row.original.status === "completed" ? getValue() : null} />
      ),
    }),
    column.display({
      id: "actions",
      meta: ACTIONS_COLUMN,
      cell: ({ row }) => (
        <RowMenu
          name={row.original.name}
          actions={[
            {
              label: "Criar campanha",
              icon: Send,
              onSelect: () => onCampaign(row.original.id),
            },
            {
              label: "Mais como estes",
              icon: ScanSearch,
              onSelect: () => onCompare(row.original),
            },
            { label: "Renomear lista", icon: Pencil, onSelect: () => onRename(row.original) },
            ...(onDelete
              ? [{ label: "Excluir lista", icon: Trash2, onSelect: () => onDelete(row.original) }]
              : []),
          ]}
        />
      ),
    }),
  ]);
}

function TruncatedText({ value }: { value: string | null }) {
  if (!value) return <Absent />;
  return (
    <span title={value} className="block truncate">
      {value}
    </span>
  );
}
