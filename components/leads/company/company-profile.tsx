"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Fact } from "@/components/shared/layout/fact";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { RegistryCompanyDetails } from "@/lib/contracts/registry/registry";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { SIZE_LABEL, STATUS_LABEL } from "@/lib/domain/registry/registry-labels";
import { labelOf } from "@/lib/domain/text/known-words";
import { errorText, isError } from "@/lib/error-text";
import { formatDay, formatReais } from "@/lib/format";
import { companyQueries } from "./company.queries";
import { CompanyEstablishments } from "./company-establishments";
import { CompanyFold } from "./company-fold";
import { CompanyPartners } from "./company-partners";
import { formatAddress, formatCep, formatMonth } from "./company-text";

/** More activities than these are behind a heading. */
const FEW = 5;

/** All that the registry has of a company, by the CNPJ of one of its establishments. */
export function CompanyProfile({ cnpj }: { cnpj: string }) {
  const details = useQuery(companyQueries.details(cnpj));
  if (details.data) return <Details company={details.data} />;
  // The month was not imported yet, or does not contain the company: that is no failure.
  if (isError(details.error, "not_found")) {
    return <p className="text-muted-foreground text-sm">{errorText(details.error)}</p>;
  }
  if (details.isError) {
    return (
      <ErrorState
        title="Não foi possível carregar a empresa"
        detail={errorText(details.error)}
        onRetry={details.refetch}
        retrying={details.isFetching}
      />
    );
  }
  return (
    <div className="space-y-3" aria-busy>
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function Details({ company }: { company: RegistryCompanyDetails }) {
  const { atividade_principal: activity, atividades_secundarias: others } = company;
  const isLong = others.length > FEW;
  return (
    <div className="space-y-3">
      <dl className="mb-6 grid grid-cols-[8rem_1fr] gap-x-3 gap-y-2.5 text-sm">
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
        {company.nome_fantasia && <Fact label="Nome fantasia">{company.nome_fantasia}</Fact>}
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
        <Fact label="Porte">{labelOf(SIZE_LABEL, company.porte)}</Fact>
        <Fact label="Simples Nacional">{company.simples ? "Sim" : "Não"}</Fact>
        <Fact label="MEI">{company.mei ? "Sim" : "Não"}</Fact>
        <Fact label="Natureza jurídica">{company.natureza_juridica}</Fact>
        <Fact label="Capital social">
          {company.capital_social !== null && formatReais(company.capital_social)}
        </Fact>
        <Fact label="Atividade">{activity && `${activity.codigo} ${activity.descricao}`}</Fact>
        {!isLong && (
          <Fact label="Outras atividades">
            {others.map(({ codigo, descricao }) => `${codigo} ${descricao}`).join("\n")}
          </Fact>
        )}
      </dl>
      {isLong && (
        <CompanyFold title={`Outras atividades (${others.length})`}>
          <ul className="space-y-1 text-sm">
            {others.map(({ codigo, descricao }) => (
              <li key={codigo}>
                {codigo} {descricao}
              </li>
            ))}
          </ul>
        </CompanyFold>
      )}
      <CompanyFold title="Matriz e filiais">
        <CompanyEstablishments cnpj={company.cnpj} />
      </CompanyFold>
      {company.mostra_socios && (
        <CompanyFold title="Sócios">
          <CompanyPartners cnpj={company.cnpj} />
        </CompanyFold>
      )}
      <p className="text-[0.8125rem] text-muted-foreground">
        Dados abertos da Receita Federal de {formatMonth(company.mes)}.
      </p>
    </div>
  );
}
