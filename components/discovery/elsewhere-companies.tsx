"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCreditRule } from "@/components/accounts/credits/use-credit-rule";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { ElsewhereCompany, Search } from "@/lib/contracts/discovery/searches";
import { countOf } from "@/lib/format";
import { type IncludedAll, searchMutations, searchQueries } from "./searches.queries";

/** The companies of other towns that a search has found: each becomes a lead if the person includes it. */
export function ElsewhereCompanies({ search }: { search: Search }) {
  const [open, setOpen] = useState(false);
  const count = countOf(search.elsewhere, "empresa", "empresas");
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-2 text-[0.8125rem]"
    >
      <summary className="w-fit cursor-pointer rounded py-0.5 font-medium pointer-coarse:py-2.5">
        {count} em outras cidades, sem gastar crédito
      </summary>
      {open && <Companies search={search} />}
    </details>
  );
}

function Companies({ search }: { search: Search }) {
  const companies = useQuery(searchQueries.elsewhere(search));
  if (companies.isError) {
    return (
      <ErrorState
        title="Não foi possível carregar estas empresas"
        onRetry={companies.refetch}
        retrying={companies.isFetching}
      />
    );
  }
  if (!companies.data) return <Skeleton className="mt-2 h-10 w-full" />;
  return (
    <>
      {search.elsewhere > 1 && <IncludeAll search={search} />}
      <ul aria-label="Empresas em outras cidades" className="mt-1 divide-y divide-border">
        {companies.data.map((company) => (
          <Company key={company.id} company={company} />
        ))}
      </ul>
    </>
  );
}

/** It may cost as many credits as there are companies: a click asks first. */
function IncludeAll({ search }: { search: Search }) {
  const creditRule = useCreditRule();
  const include = useMutation(searchMutations.includeAll(useQueryClient(), tellIncluded));

  function ask() {
    const most =
      creditRule && `${creditRule} Até ${countOf(search.elsewhere, "crédito", "créditos")}.`;
    confirmToast(`Incluir todas?${most}`, () => include.mutate(search.id));
  }

  return (
    <Button variant="outline" size="sm" className="mt-1" loading={include.isPending} onClick={ask}>
      {!include.isPending && <Plus aria-hidden />}
      Incluir todas
    </Button>
  );
}

function tellIncluded({ created, linked, left, limit }: IncludedAll) {
  const told = [
    countOf(created, "lead novo", "leads novos"),
    linked > 0 && countOf(linked, "já era lead", "já eram leads"),
    left > 0 && `${countOf(left, "ficou de fora", "ficaram de fora")}: ${limit}`,
  ];
  notifySuccess(`${told.filter(Boolean).join(", ")}.`);
}

function Company({ company }: { company: ElsewhereCompany }) {
  const client = useQueryClient();
  const { id, name, url, city, state, search_remark } = company;
  const include = useMutation(
    searchMutations.include(client, (created) =>
      notifySuccess(created ? `${name} é um lead da lista.` : `${name} já era um lead.`),
    ),
  );
  const place = [city, state].filter(Boolean).join(" - ");
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="rounded underline-offset-4 hover:underline"
            >
              {name}
            </a>
          ) : (
            name
          )}
          {place && <span className="font-normal text-muted-foreground"> · {place}</span>}
        </p>
        {search_remark && <p className="text-pretty text-muted-foreground">{search_remark}</p>}
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Incluir ${name}`}
        loading={include.isPending}
        onClick={() => include.mutate(id)}
      >
        {!include.isPending && <Plus aria-hidden />}
        Incluir
      </Button>
    </li>
  );
}
