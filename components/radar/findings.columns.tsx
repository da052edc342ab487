import { createColumnHelper } from "@tanstack/react-table";
import { Absent, Moment } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge, type Tone } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import type { RadarFinding } from "@/lib/contracts/radar/radars";
import { RADAR_CHANGE_LABEL, type RadarChange } from "@/lib/domain/radar/radar";
import { labelOf, lookUp } from "@/lib/domain/text/known-words";
import { formatCnpj } from "@/lib/format";
import { leadPath } from "@/lib/paths";

const column = createColumnHelper<typeof tableKit, RadarFinding>();

const TONES: Record<RadarChange, Tone> = {
  opened: "success",
  reopened: "success",
  moved: "info",
  contact_changed: "info",
  closed: "neutral",
  found: "success",
};

export const findingColumns = column.columns([
  column.accessor("name", {
    meta: { title: true, label: "Empresa", width: "minmax(14rem,2fr)", skeleton: "w-44" },
    cell: ({ getValue, row: { original: finding } }) => (
      <div className="flex min-h-10 min-w-0 items-center gap-x-2">
        {finding.lead_id === null ? (
          <span className="min-w-0 truncate font-medium" title={getValue()}>
            {getValue()}
          </span>
        ) : (
          <Link
            href={leadPath(finding.lead_id)}
            title={getValue()}
            className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
          >
            {getValue()}
          </Link>
        )}
        {finding.unseen && (
          <Badge tone="gold" className="shrink-0">
            novo
          </Badge>
        )}
      </div>
    ),
  }),
  column.accessor("change", {
    meta: { selfEvident: true, label: "O que é novo", width: "14.5rem", skeleton: "h-6 w-28" },
    cell: ({ getValue }) => (
      <Badge tone={lookUp(TONES, getValue(), "neutral")}>
        {labelOf(RADAR_CHANGE_LABEL, getValue())}
      </Badge>
    ),
  }),
  column.display({
    id: "place",
    meta: { selfEvident: true, label: "Onde", width: "minmax(8rem,1fr)", skeleton: "w-28" },
    cell: ({ row: { original: finding } }) => {
      const place = [finding.city, finding.state].filter(Boolean).join("/");
      return place ? <span className="block truncate">{place}</span> : <Absent />;
    },
  }),
  column.display({
    id: "contact",
    meta: { selfEvident: true, label: "WhatsApp", width: "9.5rem", skeleton: "w-24" },
    cell: ({ row: { original: finding } }) => {
      if (finding.opted_out) return <Badge tone="danger">Não perturbe</Badge>;
      if (finding.on_whatsapp === null) return <Absent />;
      return finding.on_whatsapp ? "Tem WhatsApp" : "Sem WhatsApp";
    },
  }),
  column.accessor("cnpj", {
    meta: {
      droppable: true,
      onPhone: "hidden",
      label: "CNPJ",
      width: "10.25rem",
      skeleton: "w-36",
    },
    cell: ({ getValue }) => {
      const cnpj = getValue();
      if (!cnpj) return <Absent />;
      return <span className="whitespace-nowrap tabular-nums">{formatCnpj(cnpj)}</span>;
    },
  }),
  column.accessor("found_at", {
    meta: { droppable: true, label: "Achada em", width: "8.5rem", skeleton: "w-28" },
    cell: ({ getValue }) => <Moment instant={getValue()} />,
  }),
]);
