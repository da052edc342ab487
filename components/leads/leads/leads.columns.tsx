import { createColumnHelper } from "@tanstack/react-table";
import { Pencil, Trash2 } from "lucide-react";
import { AnswerSign } from "@/components/leads/answers/answer-mark";
import { SellerName } from "@/components/leads/sellers/seller-name";
import { NextStep, OverdueMark } from "@/components/leads/tasks/next-step";
import { ACTIONS_COLUMN, Moment, RowMenu } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import type { Lead, ListedLead } from "@/lib/contracts/leads/leads";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { LEAD_FIELDS, listLeadFields } from "@/lib/domain/leads/lead-fields";
import { ownColumn } from "@/lib/domain/leads/own-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatCnpj } from "@/lib/format";
import { CompanyStatusBadge } from "./company-status-badge";
import {
  Email,
  formatCity,
  OwnCell,
  SearchRemark,
  SiteVerdictMark,
  TimeAgo,
  TruncatedText,
  Value,
  Website,
} from "./lead-cells";
import { StageBadge } from "./stage-badge";
import { TagChips } from "./tag-chips";

const column = createColumnHelper<typeof tableKit, ListedLead>();

export const HIDDEN_BY_DEFAULT: Record<string, boolean> = {
  ...Object.fromEntries(
    listLeadFields("column").flatMap((name) =>
      LEAD_FIELDS[name].column === "hidden" ? [[name, false]] : [],
    ),
  ),
  site: false,
  next_step: false,
  tags: false,
  seller: false,
  value: false,
  last_contact: false,
};

/** A card shows the name, status, number and city. */
export const HIDDEN_ON_PHONE = {
  ...HIDDEN_BY_DEFAULT,
  city: true,
  website: false,
  obs: false,
  created_at: false,
};

export interface LeadActions {
  onOpen: (lead: Lead) => void;
  onEdit: (lead: ListedLead) => void;
  onDelete: (lead: Lead) => void;
}

export function buildLeadColumns(
  { onOpen, onEdit, onDelete }: LeadActions,
  ownFields: readonly OwnField[],
  isTeam: boolean,
) {
  return column.columns([
    column.accessor("status", {
      meta: {
        onPhone: "beside-title",
        sortable: true,
        label: LEAD_FIELDS.status.label,
        width: "7.75rem",
        skeleton: "h-6 w-20",
      },
      cell: ({ row }) => <StageBadge lead={row.original} />,
    }),
    column.accessor("name", {
      enableHiding: false,
      meta: {
        sortable: true,
        title: true,
        label: LEAD_FIELDS.name.label,
        width: "minmax(11rem,2.5fr)",
        skeleton: "w-40",
      },
      cell: ({ getValue, row }) => (
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            aria-haspopup="dialog"
            title={getValue()}
            onClick={() => onOpen(row.original)}
            className="block min-h-10 min-w-0 truncate rounded text-left font-medium underline-offset-4 hover:underline md:min-h-8 pointer-coarse:min-h-10"
          >
            {getValue()}
          </button>
          {row.original.answer && <AnswerSign kind={row.original.answer} />}
          <OverdueMark leadId={row.original.id} />
          <CompanyStatusBadge status={row.original.company_status} />
          <SearchRemark text={row.original.search_remark} />
        </span>
      ),
    }),
    column.accessor("whatsapp", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.whatsapp.label,
        width: "11rem",
        skeleton: "w-36",
      },
      cell: ({ getValue }) => (
        <TruncatedText value={formatKeptNumber(getValue())} className="tabular-nums" />
      ),
    }),
    column.accessor("phone", {
      meta: {
        selfEvident: true,
        label: LEAD_FIELDS.phone.label,
        width: "10rem",
        skeleton: "w-32",
      },
      cell: ({ getValue }) => <TruncatedText value={getValue()} className="tabular-nums" />,
    }),
    column.accessor("email", {
      meta: {
        selfEvident: true,
        label: LEAD_FIELDS.email.label,
        width: "minmax(9rem,1.25fr)",
        skeleton: "w-36",
      },
      cell: ({ getValue }) => <Email value={getValue()} />,
    }),
    column.accessor("city", {
      meta: {
        selfEvident: true,
        label: LEAD_FIELDS.city.label,
        width: "minmax(8rem,1fr)",
        skeleton: "w-24",
      },
      cell: ({ getValue, row }) => (
        <TruncatedText value={formatCity(getValue(), row.original.state)} />
      ),
    }),
    column.accessor("website", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.website.label,
        width: "minmax(6.5rem,1.25fr)",
        skeleton: "w-32",
      },
      cell: ({ getValue }) => <Website value={getValue()} />,
    }),
    column.accessor("site_verdict", {
      id: "site",
      meta: {
        label: "Situação do site",
        width: "minmax(8rem,1fr)",
        skeleton: "w-24",
      },
      cell: ({ getValue }) => <SiteVerdictMark verdict={getValue()} />,
    }),
    column.accessor("address", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.address.label,
        width: "minmax(10rem,1.5fr)",
        skeleton: "w-48",
      },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("cnpj", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.cnpj.label,
        width: "10.75rem",
        skeleton: "w-36",
      },
      cell: ({ getValue }) => (
        <TruncatedText value={formatCnpj(getValue() ?? "")} className="tabular-nums" />
      ),
    }),
    column.accessor("cnae", {
      meta: { sortable: true, label: LEAD_FIELDS.cnae.label, width: "6.5rem", skeleton: "w-20" },
      cell: ({ getValue }) => <TruncatedText value={getValue()} className="tabular-nums" />,
    }),
    column.accessor("proprietario", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.proprietario.label,
        width: "minmax(9rem,1fr)",
        skeleton: "w-32",
      },
      cell: ({ getValue }) => <TruncatedText value={getValue()} />,
    }),
    column.accessor("contact_name", {
      meta: {
        selfEvident: true,
        label: LEAD_FIELDS.contact_name.label,
        width: "minmax(9rem,1fr)",
        skeleton: "w-32",
      },
      cell: ({ getValue, row }) => (
        <TruncatedText value={[getValue(), row.original.contact_role].filter(Boolean).join(", ")} />
      ),
    }),
    column.accessor("obs", {
      meta: {
        droppable: true,
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.obs.label,
        width: "minmax(7rem,1fr)",
        skeleton: "w-40",
      },
      cell: ({ getValue }) => (
        <TruncatedText value={getValue()} className="text-muted-foreground" />
      ),
    }),
    column.accessor("ai_obs", {
      meta: {
        selfEvident: true,
        sortable: true,
        label: LEAD_FIELDS.ai_obs.label,
        width: "minmax(9rem,1.25fr)",
        skeleton: "w-40",
      },
      cell: ({ getValue }) => (
        <TruncatedText value={getValue()} className="text-muted-foreground" />
      ),
    }),
    column.accessor("tag_ids", {
      id: "tags",
      meta: { label: "Etiquetas", width: "minmax(8rem,1fr)", skeleton: "w-24" },
      cell: ({ getValue }) => <TagChips ids={getValue()} inline />,
    }),
    ...ownFields.map((field) =>
      column.display({
        id: ownColumn(field.key),
        meta: { label: field.name, width: "minmax(8rem,1fr)", skeleton: "w-24" },
        cell: ({ row }) => <OwnCell field={field} lead={row.original} />,
      }),
    ),
    ...(isTeam
      ? [
          column.accessor("seller_id", {
            id: "seller",
            meta: { label: "Vendedor", width: "minmax(8rem,1fr)", skeleton: "w-24" },
            cell: ({ getValue }) => <SellerName id={getValue()} />,
          }),
        ]
      : []),
    column.accessor("value_cents", {
      id: "value",
      meta: { label: "Valor", width: "8rem", className: "text-right", skeleton: "w-20" },
      cell: ({ getValue }) => <Value cents={getValue()} />,
    }),
    column.accessor("last_contact_at", {
      id: "last_contact",
      meta: { label: "Último contato", width: "8.5rem", skeleton: "w-24" },
      cell: ({ getValue }) => <TimeAgo instant={getValue()} />,
    }),
    column.display({
      id: "next_step",
      meta: { label: "Próximo passo", width: "minmax(10rem,1.25fr)", skeleton: "w-40" },
      cell: ({ row }) => <NextStep leadId={row.original.id} />,
    }),
    column.accessor("created_at", {
      meta: {
        droppable: true,
        sortable: true,
        label: "Criado em",
        width: "8.25rem",
        skeleton: "w-28",
      },
      cell: ({ getValue }) => <Moment instant={getValue()} />,
    }),
    column.display({
      id: "actions",
      enableHiding: false,
      meta: ACTIONS_COLUMN,
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
