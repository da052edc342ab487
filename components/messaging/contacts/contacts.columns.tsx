import { createColumnHelper } from "@tanstack/react-table";
import { MessageCircle } from "lucide-react";
import { useNow } from "@/components/shared/state/use-now";
import { Absent, ACTIONS_COLUMN } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { WhatsappContact } from "@/lib/contracts/messaging/contacts";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { formatDate, formatDateTime } from "@/lib/format";
import { chatPath, leadPath } from "@/lib/paths";
import { ContactPicture } from "./contact-picture";

const column = createColumnHelper<typeof tableKit, WhatsappContact>();

const actions = column.display({
  id: "actions",
  enableHiding: false,
  meta: ACTIONS_COLUMN,
  cell: ({ row }) => (
    <Button asChild variant="ghost" size="icon">
      <Link
        href={chatPath(row.original.number ?? row.original.remoteJid)}
        aria-label={`Abrir conversa com ${row.original.name}`}
        title="Abrir conversa"
      >
        <MessageCircle aria-hidden />
      </Link>
    </Button>
  ),
});

export const contactColumns = column.columns([
  column.accessor("name", {
    id: "photo",
    // Until the window's width is known a phone shows these columns too, in rows as tall as its own.
    meta: {
      label: "Foto",
      labelHidden: true,
      width: "3.25rem",
      skeleton: "size-8 max-md:size-6 rounded-full",
    },
    cell: ({ row }) => <Picture contact={row.original} />,
  }),
  column.accessor("pushName", {
    meta: { label: "Nome", title: true, width: "minmax(11rem,1fr)", skeleton: "w-40" },
    cell: ({ row }) => <Name contact={row.original} />,
  }),
  column.accessor("number", {
    meta: { selfEvident: true, label: "WhatsApp", width: "11rem", skeleton: "w-36" },
    cell: ({ row }) => (
      <span className="whitespace-nowrap tabular-nums">{describeAddress(row.original)}</span>
    ),
  }),
  column.accessor("lastMessageAt", {
    meta: { label: "Última mensagem", width: "8.5rem", skeleton: "w-24" },
    cell: ({ getValue }) => <LastMessage instant={getValue()} />,
  }),
  column.accessor("leadId", {
    meta: { label: "Lead", width: "5.5rem", skeleton: "h-6 w-14" },
    cell: ({ row }) =>
      row.original.leadId === null ? <Absent /> : <LeadLink contact={row.original} />,
  }),
  column.accessor("createdAt", {
    meta: { label: "Criado em", width: "7rem", skeleton: "w-20" },
    cell: ({ getValue }) => <DayOf instant={getValue()} />,
  }),
  column.accessor("updatedAt", {
    meta: { label: "Atualizado em", width: "7.5rem", skeleton: "w-20" },
    cell: ({ getValue }) => <DayOf instant={getValue()} />,
  }),
  actions,
]);

/** For narrow windows: the picture, and next to it name and number in two lines. */
export const narrowContactColumns = column.columns([
  column.accessor("pushName", {
    meta: { label: "Contato", title: true, skeleton: "h-10 w-56" },
    cell: ({ row: { original: contact } }) => (
      <span className="flex min-w-0 items-center gap-3 py-1">
        <Picture contact={contact} large />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <Name contact={contact} />
            {contact.leadId !== null && <LeadLink contact={contact} />}
          </span>
          <span className="flex gap-1.5 text-[0.8125rem] text-muted-foreground">
            <span className="whitespace-nowrap tabular-nums">{describeAddress(contact)}</span>
            {contact.lastMessageAt && (
              <>
                <span aria-hidden>·</span>
                <span className="min-w-0 truncate">
                  <LastMessage instant={contact.lastMessageAt} />
                </span>
              </>
            )}
          </span>
        </span>
      </span>
    ),
  }),
  actions,
]);

interface ContactProps {
  contact: WhatsappContact;
}

function Picture({ contact, large = false }: ContactProps & { large?: boolean }) {
  const { profilePictureUrl: url, pushName } = contact;
  return <ContactPicture key={url} url={url} name={pushName} large={large} />;
}

function Name({ contact: { pushName } }: ContactProps) {
  if (pushName === null) return <span className="text-muted-foreground text-sm">Sem nome</span>;
  return (
    <span title={pushName} className="block min-w-0 truncate font-medium">
      {pushName}
    </span>
  );
}

function LeadLink({ contact: { leadId, name } }: ContactProps) {
  if (leadId === null) return null;
  return (
    <Link
      href={leadPath(leadId)}
      aria-label={`Ver o lead ${name}`}
      className="-my-0.5 inline-flex h-6 shrink-0 items-center rounded-md bg-success-soft px-2 font-medium text-success-text text-xs underline-offset-4 hover:underline"
    >
      Lead
    </Link>
  );
}

function LastMessage({ instant }: { instant: string | null }) {
  const now = useNow();
  if (instant === null) return <Absent />;
  return (
    <time dateTime={instant} title={formatDateTime(instant)} className="whitespace-nowrap">
      {formatTimeAgo(instant, now)}
    </time>
  );
}

function DayOf({ instant }: { instant: string }) {
  return (
    <time
      dateTime={instant}
      title={formatDateTime(instant)}
      className="whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums"
    >
      {formatDate(instant)}
    </time>
  );
}

/** The number, or the substitute for a hidden one. */
function describeAddress({ number, username }: WhatsappContact): string {
  if (number !== null) return formatContactNumber(number);
  return username === null ? "Número oculto" : `@${username}`;
}

/** Adds the plus to foreign numbers; Brazilian ones are formatted without country code. */
function formatContactNumber(digits: string): string {
  const formatted = formatKeptNumber(digits);
  return formatted.startsWith("+") ? formatted : `+${digits}`;
}
