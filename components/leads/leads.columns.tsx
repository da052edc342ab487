import { createColumnHelper } from "@tanstack/react-table";
import type { tableKit } from "@/components/shared/data-table";
import { cn } from "@/components/ui/cn";
import type { Lead } from "@/lib/contracts/leads";
import { formatPhone } from "@/lib/domain/phone";
import { formatCnpj, formatDateTime, websiteHref, websiteLabel } from "@/lib/format";
import { LeadStatusBadge } from "./lead-status-badge";

const column = createColumnHelper<typeof tableKit, Lead>();

export const HIDDEN_BY_DEFAULT = {
  address: false,
  cnpj: false,
  cnae: false,
  proprietario: false,
  ai_obs: false,
};

export const leadColumns = column.columns([
  column.accessor("status", {
    meta: { label: "Status", className: "w-32", skeleton: "h-6 w-20" },
    cell: ({ getValue }) => <LeadStatusBadge status={getValue()} />,
  }),
  column.accessor("name", {
    enableHiding: false,
    meta: { label: "Nome", className: "min-w-44", skeleton: "w-40" },
    cell: ({ getValue }) => <Text value={getValue()} className="font-medium" wide />,
  }),
  column.accessor("whatsapp", {
    meta: { label: "WhatsApp", className: "w-40", skeleton: "w-36" },
    cell: ({ getValue }) => (
      <Text value={formatPhone(getValue())} className="whitespace-nowrap tabular-nums" />
    ),
  }),
  column.accessor("website", {
    meta: { label: "Site", className: "min-w-40", skeleton: "w-36" },
    cell: ({ getValue }) => <Website value={getValue()} />,
  }),
  column.accessor("address", {
    meta: { label: "Endereço", skeleton: "w-48" },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor("cnpj", {
    meta: { label: "CNPJ", className: "w-44", skeleton: "w-36" },
    cell: ({ getValue }) => <Text value={formatCnpj(getValue() ?? "")} className="tabular-nums" />,
  }),
  column.accessor("cnae", {
    meta: { label: "CNAE", skeleton: "w-20" },
    cell: ({ getValue }) => <Text value={getValue()} className="tabular-nums" />,
  }),
  column.accessor("proprietario", {
    meta: { label: "Proprietário", skeleton: "w-32" },
    cell: ({ getValue }) => <Text value={getValue()} />,
  }),
  column.accessor("obs", {
    meta: { label: "Observações", skeleton: "w-40" },
    cell: ({ getValue }) => <Text value={getValue()} className="text-muted-foreground" />,
  }),
  column.accessor("ai_obs", {
    meta: { label: "Observações da IA", skeleton: "w-40" },
    cell: ({ getValue }) => <Text value={getValue()} className="text-muted-foreground" />,
  }),
  column.accessor("created_at", {
    meta: { label: "Criado em", className: "w-36", skeleton: "w-28" },
    cell: ({ getValue }) => (
      <Text
        value={formatDateTime(getValue())}
        className="text-[0.8125rem] text-muted-foreground tabular-nums"
      />
    ),
  }),
]);

interface TextProps {
  value: string | null;
  className?: string;
  wide?: boolean;
}

/** One line, cut where it does not fit; the whole of it on hover. */
function Text({ value, className, wide = false }: TextProps) {
  if (!value) return <Absent />;
  return (
    <span
      title={value}
      className={cn(
        "block truncate",
        wide ? "max-w-48 2xl:max-w-72" : "max-w-44 2xl:max-w-64",
        className,
      )}
    >
      {value}
    </span>
  );
}

function Website({ value }: { value: string | null }) {
  if (!value) return <Absent />;
  return (
    <a
      href={websiteHref(value)}
      target="_blank"
      rel="noreferrer"
      title={value}
      className="block w-fit max-w-48 2xl:max-w-none truncate rounded text-primary-text underline-offset-4 hover:underline"
    >
      {websiteLabel(value)}
    </a>
  );
}

function Absent() {
  return (
    <span className="text-muted-foreground/60">
      <span aria-hidden>–</span>
      <span className="sr-only">não informado</span>
    </span>
  );
}
