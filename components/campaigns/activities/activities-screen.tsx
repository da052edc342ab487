"use client";

import { Megaphone, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { buildActivityColumns } from "./activities.columns";
import { useAllActivities } from "./use-all-activities";

const ActivityTray = lateDialog(async () => (await import("./activity-tray")).ActivityTray);

export function ActivitiesScreen() {
  const { list: activities, rows, ...more } = useAllActivities();
  const [openId, setOpenId] = useState<number | null>(null);
  const columns = useMemo(() => buildActivityColumns(({ id }) => setOpenId(id)), []);
  const opened = rows.find(({ id }) => id === openId);
  const table = useDataTable({
    columns,
    rows,
    rowId: (activity) => String(activity.id),
  });
  return (
    <Page
      title="Atividades de prospecção"
      description="Suas campanhas e até onde cada uma chegou, ao vivo."
      actions={
        <Button asChild>
          <Link href={paths.newCampaign}>
            <Plus aria-hidden />
            Nova campanha
          </Link>
        </Button>
      }
    >
      <DataTable
        table={table}
        caption="Atividades de prospecção"
        loading={activities.isPending}
        skeletonRows={5}
        onRowClick={({ id }) => setOpenId(id)}
        fallback={
          activities.isError && !activities.data ? (
            <ErrorState
              title="Erro ao carregar atividades de prospecção"
              onRetry={activities.refetch}
              retrying={activities.isFetching}
            />
          ) : (
            activities.data?.length === 0 && (
              <EmptyState
                icon={Megaphone}
                title="Nenhuma campanha ainda"
                description="Cada campanha enviada pelo WhatsApp aparece aqui, com o que já foi entregue e respondido."
                action={
                  <Button asChild size="sm">
                    <Link href={paths.newCampaign}>Criar a primeira campanha</Link>
                  </Button>
                }
              />
            )
          )
        }
      />
      {more.hasMore && (
        <Button
          variant="ghost"
          className="mt-2 w-full"
          loading={more.isLoadingMore}
          onClick={more.loadMore}
        >
          {more.hasFailed ? (
            <span role="alert" className="text-danger-text">
              Erro ao carregar. Tentar novamente
            </span>
          ) : (
            "Carregar campanhas anteriores"
          )}
        </Button>
      )}
      {opened && <ActivityTray activity={opened} onClose={() => setOpenId(null)} />}
    </Page>
  );
}
