import { createColumnHelper } from "@tanstack/react-table";
import { MessageCircle } from "lucide-react";
import Link from "next/link";
import { ACTIONS_COLUMN, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Button } from "@/components/ui/button";
import type { WhatsappContact } from "@/lib/contracts/messaging/contacts";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { chatPath } from "@/lib/paths";
import { ContactPicture } from "./contact-picture";

const column = createColumnHelper<typeof tableKit, WhatsappContact>();

export const contactColumns = column.columns([
  column.accessor("pushName", {
    meta: { label: "Nome", width: "minmax(11rem,1fr)", skeleton: "w-40" },
    cell: ({ getValue }) => (
      <span title={getValue() ?? undefined} className="block truncate font-medium">
        {getValue() ?? <span className="font-normal text-muted-foreground">Sem nome</span>}
      </span>
    ),
  }),
  column.accessor("number", {
    meta: { selfEvident: true, label: "WhatsApp", width: "11rem", skeleton: "w-36" },
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap tabular-nums">{formatContactNumber(getValue())}</span>
    ),
  }),
  column.accessor("name", {
    id: "photo",
    meta: { label: "Foto", width: "5rem", skeleton: "size-8 rounded-full" },
    cell: ({ row }) => (
      <ContactPicture
        key={row.original.profilePictureUrl}
        url={row.original.profilePictureUrl}
        name={row.original.pushName}
      />
    ),
  }),
  column.accessor("createdAt", {
    meta: { label: "Criado em", width: "9rem", skeleton: "w-28" },
    cell: ({ getValue }) => <Moment instant={getValue()} />,
  }),
  column.accessor("updatedAt", {
    meta: { label: "Atualizado em", width: "9rem", skeleton: "w-28" },
    cell: ({ getValue }) => <Moment instant={getValue()} />,
  }),
  column.display({
    id: "actions",
    enableHiding: false,
    meta: ACTIONS_COLUMN,
    cell: ({ row }) => (
      <Button asChild variant="ghost" size="icon">
        <Link
          href={chatPath(row.original.number)}
          aria-label={`Abrir conversa com ${row.original.name}`}
          title="Abrir conversa"
        >
          <MessageCircle aria-hidden />
        </Link>
      </Button>
    ),
  }),
]);

/** Adds the plus to foreign numbers; Brazilian ones are formatted without country code. */
function formatContactNumber(digits: string): string {
  const formatted = formatKeptNumber(digits);
  return formatted.startsWith("+") ? formatted : `+${digits}`;
}
