"use client";

import { useQuery } from "@tanstack/react-query";
import { Telescope } from "lucide-react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { RecentCard } from "@/components/shared/layout/recent-card";
import { Button } from "@/components/ui/button";
import { SearchItem } from "./search-item";
import { searchQueries } from "./searches.queries";

export function RecentSearches() {
  const recent = useQuery(searchQueries.recent());
  return (
    <RecentCard
      title="Buscas recentes"
      query={recent}
      errorTitle="Não foi possível carregar suas buscas"
      empty={
        <EmptyState
          icon={Telescope}
          title="Nenhuma busca ainda"
          description="Cada busca aparece aqui com o que já encontrou, mesmo depois de fechar a página."
          action={
            <Button variant="outline" size="sm" onClick={focusForm}>
              Fazer a primeira busca
            </Button>
          }
        />
      }
    >
      {(search) => <SearchItem key={search.id} search={search} />}
    </RecentCard>
  );
}

function focusForm() {
  document.querySelector<HTMLInputElement>('input[name="query"]')?.focus();
}
