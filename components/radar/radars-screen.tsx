"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, MapPinned, Radar as RadarIcon, Search } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Radar } from "@/lib/contracts/radar/radars";
import { paths } from "@/lib/paths";
import { RadarItem } from "./radar-item";
import { radarQueries } from "./radars.queries";

const EditRadarDialog = lateDialog(
  async () => (await import("./edit-radar-dialog")).EditRadarDialog,
);

/** Searches that run again, with what is new of each. */
export function RadarsScreen() {
  const radars = useQuery(radarQueries.list());
  const [edited, setEdited] = useState<Radar | null>(null);
  return (
    <Page
      title="Radar"
      description="Buscas salvas que rodam de novo sozinhas e trazem só o que é novo."
      actions={
        <Button asChild variant="outline">
          <Link href={paths.registrySearch}>
            <Building2 aria-hidden />
            Buscar na Receita
          </Link>
        </Button>
      }
    >
      {radars.isPending && (
        <div className="space-y-3" aria-busy>
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {radars.isError && !radars.data && (
        <ErrorState
          title="Erro ao carregar os radares"
          onRetry={radars.refetch}
          retrying={radars.isFetching}
        />
      )}
      {radars.data?.length === 0 && <NoRadars />}
      {radars.data && radars.data.length > 0 && (
        <Card aria-label="Radares">
          <ul className="divide-y divide-border">
            {radars.data.map((radar) => (
              <RadarItem key={radar.id} radar={radar} onEdit={() => setEdited(radar)} />
            ))}
          </ul>
        </Card>
      )}
      {edited && <EditRadarDialog radar={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

function NoRadars() {
  return (
    <EmptyState
      icon={RadarIcon}
      title="Nenhum radar ainda"
      description="Faça uma busca e salve-a como radar: a cada mês da Receita, ou toda semana na web e no mapa, ele traz as empresas novas."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="sm">
            <Link href={paths.registrySearch}>
              <Building2 aria-hidden />
              Buscar na Receita
            </Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar no Google
            </Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.mapsSearch}>
              <MapPinned aria-hidden />
              Buscar no mapa
            </Link>
          </Button>
        </div>
      }
    />
  );
}
