"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmToast, notifyError, notifySuccess } from "@/components/shared/notify";
import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";
import { getActivityName } from "./activity-name";
import { campaignMutations } from "./campaigns.queries";

interface StopButtonProps {
  activity: Activity;
  /** Called before the confirmation opens, so that a sheet that traps the focus can close. */
  onAsk?: () => void;
}

export function StopButton({ activity, onAsk }: StopButtonProps) {
  const client = useQueryClient();
  const stop = useMutation(campaignMutations.stop(client));
  if (!canStopActivity(activity.status)) return null;

  function askToStop() {
    onAsk?.();
    confirmToast("Tem certeza que deseja parar esta atividade?", () =>
      stop.mutate(activity.id, {
        onSuccess: () => notifySuccess("Atividade parada com sucesso!"),
        onError: () => notifyError("Erro ao parar atividade"),
      }),
    );
  }

  return (
    <Button
      variant="outline"
      size="sm"
      loading={stop.isPending}
      aria-label={`Parar ${getActivityName(activity)}`}
      onClick={(event) => {
        event.stopPropagation();
        askToStop();
      }}
    >
      Parar
    </Button>
  );
}
