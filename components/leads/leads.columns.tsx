import { createColumnHelper } from "@tanstack/react-table";
import { Pencil, Trash2 } from "lucide-react";
import type { tableKit } from "@/components/shared/data-table";
import { Absent, Moment, RowMenu } from "@/components/shared/table-cells";
import { cn } from "@/components/ui/cn";
import type { Lead } from "@/lib/contracts/leads";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatCnpj, websiteHref, websiteLabel } from "@/lib/format";
import { CompanyStatusBadge } from "./company-status-badge";
import { LeadStatusBadge } from "./lead-status-badge";

const column = createColumnHelper<typeof tableKit, Lead>();

export const HIDDEN_BY_DEFAULT = {
  address: false,
  cnpj: false,
  cnae: false,
  proprietario: false,
  ai_obs: false,
};

export interface LeadActions {
  onOpen: (lead: Lead) => void;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
}

export function buildLeadColumns({ onOpen, onEdit, onDelete }: LeadActions) {
  return column.columns([
    column.accessor("status", {
      meta: { sortable: true, label: "Status", className: "w-32", skeleton: "h-6 w-20" },
      cell: ({ getValue }) => <LeadStatusBadge status={getValue()} />,
    }),
    column.accessor("name", {
      enableHiding: false,
      meta: { sortable: true, title: true, label: "Nome", className: "min-w-44", skeleton: "w-40" },
      cell: ({ getValue, row }) => (
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            aria-haspopup="dialog"
            title={getValue()}
            onClick={() => onOpen(row.original)}
            className="block min-h-10 min-w-0 max-w-full truncate rounded text-left font-medium underline-offset-4 hover:underline md:max-w-44 2xl:max-w-72"
          >
            {getValue()}
          </button>
          <CompanyStatusBadge status={row.original.company_status} />
        </span>
      ),
    }),
    column.accessor("whatsapp", {
      meta: { sortable: true, label: "WhatsApp", className: "w-40", skeleton: "w-36" },
      cell: ({ getValue }) => (
        <TruncatedText value={formatKeptNumber(getValue())} width="" className="tabular-nums" />
      ),
    }),
    column.accessor("website", {
      meta: { sortable: true, label: "Site", className: "min-w-36", skeleton: "w-32" },
      cell: ({ getValue }) => <Website value={getValue()} />,
    }),
    column.accessor("address", {
      meta: { sortable: true, label: "Endereço", skeleton: "w-48" },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("cnpj", {
      meta: { sortable: true, label: "CNPJ", className: "w-44", skeleton: "w-36" },
      cell: ({ getValue }) => (
        <TruncatedText value={formatCnpj(getValue() ?? "")} className="tabular-nums" />
      ),
    }),
    column.accessor("cnae", {
      meta: { sortable: true, label: "CNAE", skeleton: "w-20" },
      cell: ({ getValue }) => <TruncatedText value={getValue()} className="tabular-nums" />,
    }),
    column.accessor("proprietario", {
      meta: { sortable: true, label: "Proprietário", skeleton: "w-32" },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("obs", {
      meta: { sortable: true, label: "Observações", skeleton: "w-40" },
      cell: ({ getValue }) => (
        <TruncatedText value={getValue()} className="text-muted-foreground" />
      ),
    }),
    column.accessor("ai_obs", {
      meta: { sortable: true, label: "Observações da IA", skeleton: "w-40" },
      cell: ({ getValue }) => (
        <TruncatedText value={getValue()} className="text-muted-foreground" />
      ),
    }),
    column.accessor("created_at", {
      meta: { sortable: true, label: "Criado em", className: "w-36", skeleton: "w-28" },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.display({
      id: "actions",
      enableHiding: false,
      meta: { label: "Ações", labelHidden: true, sticky: true, className: "w-14 px-1 text-right" },
      cell: ({ row }) => (
        <RowMenu
          name={row.original.name}
          actions={[
            { label: "Editar lead", icon: Pencil, onSelect: () => onEdit(row.original) },
            { label: "Excluir lead", icon: Trash2, onSelect: () => onDelete(row.original) },
          ]}
        />
      ),
    }),
  ]);
}

interface TruncatedTextProps {
  value: string | null;
  className?: string;
  width?: string;
}

/** One line, truncated; the full text on hover. */
function TruncatedText({
  value,
  className,
  width = "md:max-w-32 2xl:max-w-64",
}: TruncatedTextProps) {
  if (!value) return <Absent />;
  return (
    <span title={value} className={cn("block truncate", width, className)}>
      {value}
    </span>
  );
}

function Website({ value }: { value: string | null }) {
  if (!value) return <Absent />;
  const href = websiteHref(value);
  if (!href) return <span className="block truncate md:max-w-40">{websiteLabel(value)}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      title={value}
      className="block w-fit truncate md:max-w-40 2xl:max-w-none rounded text-primary-text underline-offset-4 hover:underline"
    >
      {websiteLabel(value)}
    </a>
  );
}
