import { createColumnHelper } from "@tanstack/react-table";
import { ShieldOff } from "lucide-react";
import type { tableKit } from "@/components/shared/data-table";
import { Absent, Moment } from "@/components/shared/table-cells";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { OptOut } from "@/lib/contracts/opt-outs";
import { OPT_OUT_SOURCE_LABEL } from "@/lib/domain/messages/opt-out-source";
import { formatBlockedNumber } from "./opt-out-labels";

const column = createColumnHelper<typeof tableKit, OptOut>();

export function buildOptOutColumns(onRemove: (optOut: OptOut) => void) {
  return column.columns([
    column.accessor("number", {
      meta: { label: "Número", className: "w-44", skeleton: "w-36" },
      cell: ({ row }) => (
        <span className="whitespace-nowrap font-medium tabular-nums">
          {formatBlockedNumber(row.original)}
        </span>
      ),
    }),
    column.accessor("name", {
      meta: { label: "Nome", className: "min-w-40", skeleton: "w-40" },
      cell: ({ getValue }) =>
        getValue() ? (
          <span title={getValue() ?? undefined} className="block max-w-64 truncate">
            {getValue()}
          </span>
        ) : (
          <Absent />
        ),
    }),
    column.accessor("since", {
      meta: { label: "Desde", className: "w-36", skeleton: "w-28" },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.accessor("source", {
      meta: { label: "Como", className: "w-44", skeleton: "h-6 w-32" },
      cell: ({ getValue }) => (
        <Badge tone={getValue() === "reply" ? "danger" : "neutral"}>
          {OPT_OUT_SOURCE_LABEL[getValue()]}
        </Badge>
      ),
    }),
    column.accessor("words", {
      meta: { label: "Palavras", className: "min-w-44", skeleton: "w-40" },
      cell: ({ getValue }) =>
        getValue() ? (
          <q title={getValue() ?? undefined} className="line-clamp-2 max-w-96 break-words text-sm">
            {getValue()}
          </q>
        ) : (
          <Absent />
        ),
    }),
    column.display({
      id: "actions",
      enableHiding: false,
      meta: { label: "Ações", labelHidden: true, sticky: true, className: "w-14 px-1 text-right" },
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
    }),
  ]);
}
