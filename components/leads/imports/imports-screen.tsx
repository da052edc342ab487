"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { FilePicker } from "./file-picker";
import { ImportSetup } from "./import-setup";
import { importQueries } from "./imports.queries";
import { RecentImports } from "./recent-imports";

export function ImportsScreen() {
  const draft = useQuery(importQueries.draft());
  return (
    <Page
      title="Importar Leads"
      description="Traga sua planilha ou seus contatos. Nada é gravado antes de você conferir, e importar não usa créditos."
      actions={
        <Button asChild variant="outline">
          <Link href={paths.leads}>
            <ArrowLeft aria-hidden />
            Voltar para leads
          </Link>
        </Button>
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {draft.data ? (
          <ImportSetup key={draft.data.import.id} draft={draft.data} />
        ) : (
          <Card aria-label="Arquivo" aria-busy={draft.isPending}>
            <CardHeader>
              <CardTitle>Escolha o arquivo</CardTitle>
            </CardHeader>
            <CardContent>
              {draft.isPending && <Skeleton className="h-77 w-full sm:h-64" />}
              {draft.isError && !draft.isSuccess && (
                <ErrorState
                  title="Não foi possível carregar sua importação"
                  detail={errorText(draft.error)}
                  onRetry={draft.refetch}
                  retrying={draft.isFetching}
                />
              )}
              {draft.data === null && <FilePicker />}
            </CardContent>
          </Card>
        )}
        <RecentImports />
      </div>
    </Page>
  );
}
