"use client";

import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { EmptyState } from "@/components/shared/empty-state";
import { ErrorState } from "@/components/shared/error-state";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";
import { ImportItem } from "./import-item";
import { importQueries } from "./imports.queries";

export function RecentImports() {
  const recent = useQuery(importQueries.recent());
  return (
    <Card aria-label="Importações recentes" aria-busy={recent.isPending}>
      <CardHeader className="border-border border-b pb-3">
        <CardTitle>Importações recentes</CardTitle>
      </CardHeader>
      {recent.isPending && <Skeletons />}
      {recent.isError && !recent.data && (
        <ErrorState
          title="Não foi possível carregar suas importações"
          detail={errorText(recent.error)}
          onRetry={recent.refetch}
          retrying={recent.isFetching}
        />
      )}
      {recent.data?.length === 0 && (
        <EmptyState
          icon={FileSpreadsheet}
          title="Nenhuma importação ainda"
          description="Cada arquivo importado aparece aqui com o andamento, o que entrou e o que foi recusado."
        />
      )}
      {recent.data && recent.data.length > 0 && (
        <ul className="divide-y divide-border">
          {recent.data.map((each) => (
            <ImportItem key={each.id} item={each} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Skeletons() {
  return (
    <div className="divide-y divide-border">
      {["primeira", "segunda"].map((place) => (
        <div key={place} className="space-y-3 px-5 py-4">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
