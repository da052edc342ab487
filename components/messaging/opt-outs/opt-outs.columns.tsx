import { createColumnHelper } from "@tanstack/react-table";
import { ShieldOff } from "lucide-react";
import { Absent, ACTIONS_COLUMN, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { OptOut } from "@/lib/contracts/messaging/opt-outs";
import { OPT_OUT_SOURCE_LABEL } from "@/lib/domain/messages/opt-out-source";
import { formatBlockedNumber } from "./opt-out-labels";

const column = createColumnHelper<typeof tableKit, OptOut>();

export function buildOptOutColumns(onRemove: ((optOut: OptOut) => void) | null) {
  return column.columns([
    column.accessor("number", {
      meta: { sortable: true, label: "Número", width: "11rem", skeleton: "w-36" },
      cell: ({ row }) => (
        <span className="whitespace-nowrap font-medium tabular-nums">
          {formatBlockedNumber(row.original)}
        </span>
      ),
    }),
    column.accessor("name", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: "Nome",
        width: "minmax(10rem,1fr)",
        skeleton: "w-40",
      },
      cell: ({ getValue }) =>
        getValue() ? (
          <span title={getValue() ?? undefined} className="block truncate">
            {getValue()}
          </span>
        ) : (
          <Absent />
        ),
    }),
    column.accessor("since", {
      meta: { sortable: true, label: "Desde", width: "9rem", skeleton: "w-28" },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("source", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: "Como",
        width: "11rem",
        skeleton: "h-6 w-32",
      },
      cell: ({ getValue }) => (
        <Badge tone={getValue() === "reply" ? "danger" : "neutral"}>
          {OPT_OUT_SOURCE_LABEL[getValue()]}
        </Badge>
      ),
    }),
    column.accessor("words", {
      meta: {
        droppable: true,
        selfEvident: true,
        label: "Palavras",
        width: "minmax(11rem,1fr)",
        skeleton: "w-40",
      },
      cell: ({ getValue }) =>
        getValue() ? (
          <q title={getValue() ?? undefined} className="line-clamp-2 break-words text-sm">
            {getValue()}
          </q>
        ) : (
          <Absent />
        ),
    }),
    ...(onRemove ? [actionsColumn(onRemove)] : []),
  ]);
}

function actionsColumn(onRemove: (optOut: OptOut) => void) {
  return column.display({
    id: "actions",
    enableHiding: false,
    meta: ACTIONS_COLUMN,
    cell: ({ row }) => (
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Desbloquear ${formatBlockedNumber(row.original)}`}
        title="Desbloquear"
        onClick={() => onRemove(row.original)}
      >
        <ShieldOff aria-hidden />
      </Button>
    ),
  });
}
