"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import type { Radar } from "@/lib/contracts/radar/radars";
import { radarMutations } from "./radars.queries";

/** The one-click actions on a radar. */
export function useRadarActions(radar: Radar | undefined, onDeleted?: () => void) {
  const client = useQueryClient();
  const id = radar?.id ?? 0;
  const update = useMutation(radarMutations.update(client, id));
  const removal = useMutation(radarMutations.remove(client));
  const run = useMutation(radarMutations.run(client));
  return {
    isSwitching: update.isPending,
    isStarting: run.isPending,
    setActive: (active: boolean) =>
      update.mutate(
        { active },
        { onSuccess: () => notifySuccess(active ? "Radar ligado." : "Radar desligado.") },
      ),
    run: () => run.mutate(id, { onSuccess: () => notifySuccess("O radar está rodando.") }),
    askToDelete: () =>
      confirmToast(
        "Excluir este radar? O que ele achou some daqui; a lista e os leads ficam.",
        () =>
          removal.mutate(id, {
            onSuccess: () => {
              notifySuccess("Radar excluído.");
              onDeleted?.();
            },
          }),
        radar?.name,
      ),
  };
}
