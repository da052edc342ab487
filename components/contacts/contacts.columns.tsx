import { createColumnHelper } from "@tanstack/react-table";
import type { tableKit } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/table-cells";
import type { WhatsappContact } from "@/lib/contracts/contacts";
import { formatKeptNumber } from "@/lib/domain/phone";

const column = createColumnHelper<typeof tableKit, WhatsappContact>();

export const contactColumns = column.columns([
  column.accessor("pushName", {
    meta: { label: "Nome", className: "min-w-44", skeleton: "w-40" },
    cell: ({ getValue }) => (
      <span title={getValue() ?? undefined} className="block max-w-72 truncate font-medium">
        {getValue() ?? <span className="font-normal text-muted-foreground">Sem nome</span>}
      </span>
    ),
  }),
  column.accessor("number", {
    meta: { label: "WhatsApp", className: "w-44", skeleton: "w-36" },
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap tabular-nums">{shownNumber(getValue())}</span>
    ),
  }),
  column.accessor("name", {
    id: "photo",
    meta: { label: "Foto", className: "w-20", skeleton: "size-8 rounded-full" },
    // Pictures live on WhatsApp's servers, which the page's policy keeps out: the initial stands for them.
    cell: ({ row }) => (
      <span
        aria-hidden
        className="grid size-8 place-items-center rounded-full bg-success-soft font-semibold text-sm text-success-text uppercase"
      >
        {initialOf(row.original.pushName)}
      </span>
    ),
  }),
  column.accessor("createdAt", {
    meta: { label: "Criado em", className: "w-36", skeleton: "w-28" },
    cell: ({ getValue }) => <Moment instant={getValue()} />,
  }),
  column.accessor("updatedAt", {
    meta: { label: "Atualizado em", className: "w-36", skeleton: "w-28" },
    cell: ({ getValue }) => <Moment instant={getValue()} />,
  }),
]);

/** A foreign number has its own country code: only a Brazilian one is given ours. */
function shownNumber(digits: string): string {
  const formatted = formatKeptNumber(digits);
  return formatted.startsWith("+") ? formatted : `+${digits}`;
}

function initialOf(name: string | null): string {
  return name?.match(/[\p{L}\p{N}]/u)?.[0] ?? "?";
}
