"use client";

import { useQuery } from "@tanstack/react-query";
import { Megaphone, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Page } from "@/components/shared/layout/page";
import { DataTable, useDataTable } from "@/components/shared/table/data-table";
import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { paths } from "@/lib/paths";
import { buildActivityColumns } from "./activities.columns";
import { campaignQueries } from "./campaigns.queries";

const ActivityTray = dynamic(async () => (await import("./activity-tray")).ActivityTray);

const NO_ACTIVITIES: Activity[] = [];

export function ActivitiesScreen() {
  const activities = useQuery(campaignQueries.activities());
  const [openId, setOpenId] = useState<number | null>(null);
  const columns = useMemo(() => buildActivityColumns(({ id }) => setOpenId(id)), []);
  const opened = activities.data?.find(({ id }) => id === openId);
  const table = useDataTable({
    columns,
    rows: activities.data ?? NO_ACTIVITIES,
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
      {opened && <ActivityTray activity={opened} onClose={() => setOpenId(null)} />}
    </Page>
  );
}
