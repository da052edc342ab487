import { createColumnHelper } from "@tanstack/react-table";
import { Copy } from "lucide-react";
import { formatAddress, formatCep, getCompanyName } from "@/components/leads/company/company-text";
import { Absent, ACTIONS_COLUMN } from "@/components/shared/table/table-cells";
import type { tableKit } from "@/components/shared/table/table-kit";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { RegistryCompany } from "@/lib/contracts/registry/registry";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { STATUS_LABEL } from "@/lib/domain/registry/registry-labels";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatCnpj, formatDay } from "@/lib/format";

const column = createColumnHelper<typeof tableKit, RegistryCompany>();

interface RegistryActions {
  onOpen: (company: RegistryCompany) => void;
  onCopy: (company: RegistryCompany) => void;
}

export function buildRegistryColumns({ onOpen, onCopy }: RegistryActions) {
  return column.columns([
    column.accessor("nome_fantasia", {
      meta: { title: true, label: "Nome Fantasia", width: "minmax(14rem,1fr)", skeleton: "w-44" },
      cell: ({ row: { original: company } }) => (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <button
            type="button"
            aria-haspopup="dialog"
            title={getCompanyName(company)}
            onClick={() => onOpen(company)}
            className="block min-h-10 max-w-full truncate rounded text-left font-medium underline-offset-4 hover:underline"
          >
            {getCompanyName(company)}
          </button>
          {company.situacao !== "ativa" && (
            <Badge tone="danger">{labelOf(STATUS_LABEL, company.situacao)}</Badge>
          )}
          {company.lead_id !== null && <Badge tone="gold">Já na sua base</Badge>}
          {company.lead_by_phone && (
            <Badge title={`Mesmo telefone do lead ${company.lead_by_phone.name}`}>
              É um lead seu?
            </Badge>
          )}
        </div>
      ),
    }),
    column.accessor("cnpj", {
      meta: { selfEvident: true, label: "CNPJ", width: "10.25rem", skeleton: "w-36" },
      cell: ({ getValue }) => (
        <span className="whitespace-nowrap tabular-nums">{formatCnpj(getValue())}</span>
      ),
    }),
    column.accessor("telefone", {
      meta: { selfEvident: true, label: "Telefone", width: "11rem", skeleton: "w-32" },
      cell: ({ getValue }) => {
        const phone = getValue();
        if (!phone) return <Absent />;
        return <span className="whitespace-nowrap tabular-nums">{formatKeptNumber(phone)}</span>;
      },
    }),
    column.display({
      id: "endereco",
      meta: {
        selfEvident: true,
        label: "Endereço",
        width: "minmax(15rem,1.2fr)",
        skeleton: "w-56",
      },
      cell: ({ row: { original: company } }) => (
        <span title={formatAddress(company)} className="block truncate">
          {formatAddress(company)}
        </span>
      ),
    }),
    column.accessor("cep", {
      meta: { selfEvident: true, label: "CEP", width: "6.5rem", skeleton: "w-20" },
      cell: ({ getValue }) => {
        const cep = getValue();
        if (!cep) return <Absent />;
        return <span className="whitespace-nowrap tabular-nums">{formatCep(cep)}</span>;
      },
    }),
    column.accessor("atividade", {
      meta: { droppable: true, label: "Atividade", width: "minmax(10rem,1fr)", skeleton: "w-40" },
      cell: ({ getValue }) => {
        const activity = getValue();
        if (!activity) return <Absent />;
        return (
          <span title={activity} className="block truncate">
            {activity}
          </span>
        );
      },
    }),
    column.display({
      id: "cidade",
      meta: { droppable: true, label: "Cidade", width: "minmax(8rem,10rem)", skeleton: "w-24" },
      cell: ({ row: { original: company } }) => {
        const { municipio, uf } = company.endereco;
        if (!municipio) return <Absent />;
        return (
          <span title={`${municipio}/${uf}`} className="block truncate">
            {municipio}/{uf}
          </span>
        );
      },
    }),
    column.accessor("data_abertura", {
      meta: { droppable: true, label: "Aberta em", width: "7rem", skeleton: "w-20" },
      cell: ({ getValue }) => {
        const day = getValue();
        if (!day) return <Absent />;
        return <span className="whitespace-nowrap tabular-nums">{formatDay(day)}</span>;
      },
    }),
    column.display({
      id: "copy",
      meta: { ...ACTIONS_COLUMN, label: "Copiar" },
      cell: ({ row: { original: company } }) => (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Copiar ${getCompanyName(company)}`}
          title="Copiar"
          onClick={() => onCopy(company)}
        >
          <Copy aria-hidden />
        </Button>
      ),
    }),
  ]);
}
