"use client";

import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { RecentCard } from "@/components/shared/layout/recent-card";
import { ImportItem } from "./import-item";
import { importQueries } from "./imports.queries";

export function RecentImports() {
  const recent = useQuery(importQueries.recent());
  return (
    <RecentCard
      title="Importações recentes"
      query={recent}
      errorTitle="Não foi possível carregar suas importações"
      empty={
        <EmptyState
          icon={FileSpreadsheet}
          title="Nenhuma importação ainda"
          description="Cada arquivo importado aparece aqui com o andamento, o que entrou e o que foi recusado."
        />
      }
    >
      {(each) => <ImportItem key={each.id} item={each} />}
    </RecentCard>
  );
}
