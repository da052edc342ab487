"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play, Plug } from "lucide-react";
import { campaignMutations } from "@/components/campaigns/activities/campaigns.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { WaitingCampaign } from "@/lib/contracts/insights/today";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { campaignPath, paths } from "@/lib/paths";
import { TodaySection } from "./today-section";

/** Campaigns that send nothing until a person does something. */
export function StoppedCampaigns() {
  return (
    <TodaySection
      title="Campanhas paradas"
      nothing="Nenhuma campanha espera por você."
      errorTitle="Não foi possível carregar as campanhas"
      count={({ campaigns }) => ({ count: campaigns.length, capped: false })}
    >
      {({ campaigns }) => (
        <ul>
          {campaigns.map((campaign) => (
            <StoppedCampaign key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </TodaySection>
  );
}

function StoppedCampaign({ campaign }: { campaign: WaitingCampaign }) {
  const now = useNow();
  const { id, name, reason, notice, since } = campaign;
  const client = useQueryClient();
  const resume = useMutation({
    ...campaignMutations.resume(client),
    onSuccess: () => {
      notifySuccess("Prospecção retomada.");
      void client.invalidateQueries({ queryKey: queryKeys.today });
    },
  });
  return (
    <li className="-mx-2 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-2 py-2 hover:bg-muted/60">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 text-sm">
          <Link
            href={campaignPath(id)}
            className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <time
            dateTime={since}
            className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
          >
            <span className="sr-only">Parada </span>
            {formatTimeAgo(since, now)}
          </time>
        </p>
        <p className="text-pretty text-[0.8125rem] text-muted-foreground">
          {notice ?? "Está pausada até você decidir."}
        </p>
      </div>
      {reason === "paused" && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Retomar ${name}`}
          loading={resume.isPending}
          onClick={() => resume.mutate(id)}
        >
          {!resume.isPending && <Play aria-hidden />}
          Retomar
        </Button>
      )}
      {reason === "disconnected" && (
        <Button asChild variant="outline" size="sm">
          <Link href={paths.dashboard}>
            <Plug aria-hidden />
            Conectar
          </Link>
        </Button>
      )}
      {reason !== "paused" && reason !== "disconnected" && (
        <Button asChild variant="outline" size="sm">
          <Link href={campaignPath(id)} aria-label={`Ver a campanha ${name}`}>
            Ver campanha
          </Link>
        </Button>
      )}
    </li>
  );
}
