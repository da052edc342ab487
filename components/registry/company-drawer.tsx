"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, UserPlus } from "lucide-react";
import { Fact } from "@/components/leads/lead-fact";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { RegistryCompany, RegistryCompanyDetails } from "@/lib/contracts/registry/registry";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { SIZE_LABEL, STATUS_LABEL } from "@/lib/domain/registry/registry-labels";
import { labelOf } from "@/lib/domain/text/known-words";
import { errorText } from "@/lib/error-text";
import { formatCnpj, formatDay, formatReais } from "@/lib/format";
import { formatAddress, formatCep, formatMonth, getCompanyName } from "./company-text";
import { registryQueries } from "./registry.queries";

interface CompanyDrawerProps {
  company: RegistryCompany;
  onClose: () => void;
  onCopy: (company: RegistryCompany) => void;
  onSave: (company: RegistryCompany) => void;
}

export function CompanyDrawer({ company, onClose, onCopy, onSave }: CompanyDrawerProps) {
  const details = useQuery(registryQueries.company(company.cnpj));
  return (
    <Sheet
      open
      onClose={onClose}
      title={getCompanyName(company)}
      description={`CNPJ ${formatCnpj(company.cnpj)}`}
      footer={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onSave(company)}>
            <UserPlus aria-hidden />
            Salvar como lead
          </Button>
          <Button variant="outline" onClick={() => onCopy(company)}>
            <Copy aria-hidden />
            Copiar
          </Button>
        </div>
      }
    >
      {details.isError ? (
        <ErrorState
          title="Não foi possível carregar a empresa"
          detail={errorText(details.error)}
          onRetry={details.refetch}
          retrying={details.isFetching}
        />
      ) : details.data ? (
        <Details company={details.data} />
      ) : (
        <div className="space-y-3" aria-busy>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </Sheet>
  );
}

function Details({ company }: { company: RegistryCompanyDetails }) {
  const { atividade_principal: activity, atividades_secundarias: others } = company;
  return (
    <div className="space-y-6">
      <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-2.5 text-sm">
        <Fact label="Situação">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={company.situacao === "ativa" ? "success" : "danger"}>
              {labelOf(STATUS_LABEL, company.situacao)}
            </Badge>
            {company.situacao_desde && `desde ${formatDay(company.situacao_desde)}`}
          </span>
        </Fact>
        {company.situacao !== "ativa" && <Fact label="Motivo">{company.motivo_situacao}</Fact>}
        <Fact label="Razão social">{company.razao_social}</Fact>
        <Fact label="Proprietário">{company.proprietario.nome}</Fact>
        <Fact label="Telefones">
          {company.telefones
            .map(
              ({ numero, celular }) => `${formatKeptNumber(numero)}${celular ? " (celular)" : ""}`,
            )
            .join("\n")}
        </Fact>
        <Fact label="E-mail">{company.email}</Fact>
        <Fact label="Endereço">{formatAddress(company)}</Fact>
        <Fact label="CEP">{formatCep(company.cep)}</Fact>
        {company.pais && <Fact label="País">{company.pais}</Fact>}
        <Fact label="Abertura">{company.data_abertura && formatDay(company.data_abertura)}</Fact>
        <Fact label="Tipo">{company.matriz ? "Matriz" : "Filial"}</Fact>
        <Fact label="Porte">
          {[
            labelOf(SIZE_LABEL, company.porte),
            company.mei && "MEI",
            company.simples && "Simples Nacional",
          ]
            .filter(Boolean)
            .join(" · ")}
        </Fact>
        <Fact label="Natureza jurídica">{company.natureza_juridica}</Fact>
        <Fact label="Capital social">
          {company.capital_social !== null && formatReais(company.capital_social)}
        </Fact>
        <Fact label="Atividade">{activity && `${activity.codigo} ${activity.descricao}`}</Fact>
        <Fact label="Outras atividades">
          {others.map(({ codigo, descricao }) => `${codigo} ${descricao}`).join("\n")}
        </Fact>
      </dl>
      <p className="text-[0.8125rem] text-muted-foreground">
        Dados abertos da Receita Federal de {formatMonth(company.mes)}.
      </p>
    </div>
  );
}
