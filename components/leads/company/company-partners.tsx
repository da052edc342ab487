"use client";

import { useQuery } from "@tanstack/react-query";
import type { CompanyPartners as Partners } from "@/lib/contracts/registry/companies";
import { STATUS_LABEL } from "@/lib/domain/registry/registry-labels";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatCnpj, formatDay } from "@/lib/format";
import { companyQueries } from "./company.queries";
import { CompanyPartState } from "./company-fold";
import { formatPlace } from "./company-text";

/** Partners, each with the other companies that most probably belong to them. */
export function CompanyPartners({ cnpj }: { cnpj: string }) {
  const query = useQuery(companyQueries.partners(cnpj));
  if (!query.data) {
    return <CompanyPartState query={query} title="Não foi possível carregar os sócios" />;
  }
  const { partners, ha_mais_socios } = query.data;
  if (partners.length === 0) {
    return <p className="text-muted-foreground text-sm">A base deste mês não tem sócios dela.</p>;
  }
  return (
    <>
      <ul aria-label="Sócios" className="divide-y divide-border">
        {partners.map((partner, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two partners may have one name, and nothing reorders them
          <li key={place} className="py-2 text-sm">
            <p className="font-medium">{partner.nome}</p>
            <p className="text-[0.8125rem] text-muted-foreground">
              {[partner.papel, partner.desde && `desde ${formatDay(partner.desde)}`]
                .filter(Boolean)
                .join(", ")}
            </p>
            <OtherCompanies partner={partner} />
          </li>
        ))}
      </ul>
      {ha_mais_socios && (
        <p className="pt-2 text-[0.8125rem] text-muted-foreground">Há mais sócios.</p>
      )}
    </>
  );
}

function OtherCompanies({ partner }: { partner: Partners["partners"][number] }) {
  const { outras_empresas: others, ha_mais_empresas, nome } = partner;
  if (others.length === 0) return null;
  return (
    <div className="mt-1.5 border-border border-l-2 pl-3">
      <p className="text-[0.8125rem] text-muted-foreground">
        Também sócio, provável: o nome e os dígitos do CPF são os mesmos.
      </p>
      <ul aria-label={`Outras empresas de ${nome}`} className="mt-1 space-y-1">
        {others.map((company) => (
          <li key={company.cnpj} className="text-[0.8125rem]">
            {company.razao_social}{" "}
            <span className="text-muted-foreground">
              {[
                formatPlace(company),
                company.situacao !== "ativa" && labelOf(STATUS_LABEL, company.situacao),
                `CNPJ ${formatCnpj(company.cnpj)}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {ha_mais_empresas && <p className="mt-1 text-[0.8125rem] text-muted-foreground">E outras.</p>}
    </div>
  );
}
