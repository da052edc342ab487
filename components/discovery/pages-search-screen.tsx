"use client";

import { useQuery } from "@tanstack/react-query";
import { getCreditLevel } from "@/components/accounts/credits/credit-level";
import { creditQueries } from "@/components/accounts/credits/credits.queries";
import { UpgradePrompt } from "@/components/accounts/credits/upgrade-prompt";
import { Page } from "@/components/shared/layout/page";
import { PagesSearchForm } from "./pages-search-form";
import { RecentSearches } from "./recent-searches";

export function PagesSearchScreen() {
  const { data: credits } = useQuery(creditQueries.status());
  const level = credits && getCreditLevel(credits);
  return (
    <Page
      title="Buscar Leads pelo Google"
      description="Diga o que procura e onde. Visitamos o site de cada resultado e guardamos nome, WhatsApp, telefones, e-mail e CNPJ."
    >
      <div className="grid items-start gap-4 xl:grid-cols-[26rem_minmax(0,1fr)]">
        <div className="space-y-4">
          <UpgradePrompt level={level} />
          <PagesSearchForm exhausted={level === "exhausted"} />
        </div>
        <RecentSearches />
      </div>
    </Page>
  );
}
