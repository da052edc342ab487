"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { CompanyEstablishments as Establishments } from "@/lib/contracts/registry/companies";
import { STATUS_LABEL } from "@/lib/domain/registry/registry-labels";
import { labelOf } from "@/lib/domain/text/known-words";
import { countOf, formatCnpj, formatNumber } from "@/lib/format";
import { companyQueries } from "./company.queries";
import { CompanyPartState } from "./company-fold";
import { formatPlace } from "./company-text";

/** Headquarters and branches, 20 more at a time. */
export function CompanyEstablishments({ cnpj }: { cnpj: string }) {
  const query = useInfiniteQuery(companyQueries.establishments(cnpj));
  const pages = query.data?.pages;
  if (!pages) {
    return <CompanyPartState query={query} title="Não foi possível carregar as filiais" />;
  }
  const [first] = pages;
  return (
    <>
      <p className="mb-1 text-[0.8125rem] text-muted-foreground" aria-live="polite">
        {describeTotal(first)}
      </p>
      <ul aria-label="Matriz e filiais" className="divide-y divide-border">
        {pages
          .flatMap(({ establishments }) => establishments)
          .map((each) => (
            <li key={each.cnpj} className="py-2 text-sm">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{each.matriz ? "Matriz" : "Filial"}</span>
                {formatPlace(each)}
                {each.situacao !== "ativa" && (
                  <Badge tone="danger">{labelOf(STATUS_LABEL, each.situacao)}</Badge>
                )}
              </p>
              <p className="break-words text-[0.8125rem] text-muted-foreground">
                {[each.nome_fantasia, `CNPJ ${formatCnpj(each.cnpj)}`].filter(Boolean).join(" · ")}
              </p>
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </>
  );
}

function describeTotal(page: Establishments | undefined): string {
  if (!page) return "";
  if (page.total_is_capped) return `Mais de ${formatNumber(page.total)} estabelecimentos.`;
  return page.total === 1
    ? "Só este estabelecimento."
    : `${countOf(page.total, "estabelecimento", "estabelecimentos")}.`;
}
