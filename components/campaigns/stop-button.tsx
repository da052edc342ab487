"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmToast, notifyError, notifySuccess } from "@/components/shared/notify";
import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";
import { activityName } from "./activity-name";
import { campaignMutations } from "./campaigns.queries";

interface StopButtonProps {
  activity: Activity;
  /** Called before the question is asked: a tray in the way closes, for it would keep the focus. */
  onAsk?: () => void;
}

export function StopButton({ activity, onAsk }: StopButtonProps) {
  const client = useQueryClient();
  const stop = useMutation(campaignMutations.stop(client));
  if (!canStopActivity(activity.status)) return null;

  function ask() {
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
      aria-label={`Parar ${activityName(activity)}`}
      onClick={(event) => {
        event.stopPropagation();
        ask();
      }}
    >
      Parar
    </Button>
  );
}
