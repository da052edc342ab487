import { createColumnHelper } from "@tanstack/react-table";
import { RotateCcw, Trash2 } from "lucide-react";
import { ACTIONS_COLUMN, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Button } from "@/components/ui/button";
import type { DeadLetter } from "@/lib/contracts/backoffice/admin";

const column = createColumnHelper<typeof tableKit, DeadLetter>();

export function buildDeadLetterColumns(actions: {
  onReplay: (letter: DeadLetter) => void;
  onDelete: (letter: DeadLetter) => void;
}) {
  return column.columns([
    column.accessor("received_at", {
      meta: { label: "Quando", width: "9rem", skeleton: "w-28" },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("account", {
      meta: { label: "Conta", width: "minmax(10rem,1fr)", skeleton: "w-36" },
      cell: ({ getValue }) => (
        <span className="block truncate">
          {getValue().email}{" "}
          <span className="text-muted-foreground tabular-nums">#{getValue().id}</span>
        </span>
      ),
    }),
    column.accessor("event", {
      meta: { label: "Evento", width: "minmax(8rem,1fr)", skeleton: "w-28" },
      cell: ({ getValue }) => getValue() || "–",
    }),
    column.accessor("reason", {
      meta: { label: "O que não se leu", width: "minmax(12rem,1fr)", skeleton: "w-40" },
      cell: ({ getValue }) => <span className="block truncate">{getValue()}</span>,
    }),
    column.display({
      id: "actions",
      meta: {
        ...ACTIONS_COLUMN,
        width: "6rem",
        className: "pl-0 text-right",
        skeleton: "ml-auto w-16",
      },
      cell: ({ row }) => (
        <div className="flex justify-end">
          <Button
            variant="ghost"
            size="icon"
            title="Ler de novo"
            aria-label={`Ler de novo o aviso ${row.original.id}`}
            onClick={() => actions.onReplay(row.original)}
          >
            <RotateCcw aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            title="Descartar"
            aria-label={`Descartar o aviso ${row.original.id}`}
            onClick={() => actions.onDelete(row.original)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ),
    }),
  ]);
}
