"use client";

import { useQuery } from "@tanstack/react-query";
import { Telescope } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";
import { SearchItem } from "./search-item";
import { searchQueries } from "./searches.queries";

export function RecentSearches() {
  const recent = useQuery(searchQueries.recent());
  return (
    <Card aria-label="Buscas recentes" aria-busy={recent.isPending}>
      <CardHeader className="border-border border-b pb-3">
        <CardTitle>Buscas recentes</CardTitle>
      </CardHeader>
      {recent.isPending && <Skeletons />}
      {recent.isError && !recent.data && (
        <ErrorState
          title="Não foi possível carregar suas buscas"
          detail={errorText(recent.error)}
          onRetry={recent.refetch}
          retrying={recent.isFetching}
        />
      )}
      {recent.data?.length === 0 && (
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
      )}
      {recent.data && recent.data.length > 0 && (
        <ul className="divide-y divide-border">
          {recent.data.map((search) => (
            <SearchItem key={search.id} search={search} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function focusForm() {
  document.querySelector<HTMLInputElement>('input[name="query"]')?.focus();
}

function Skeletons() {
  return (
    <div className="divide-y divide-border">
      {["primeira", "segunda", "terceira"].map((place) => (
        <div key={place} className="space-y-3 px-5 py-4">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
