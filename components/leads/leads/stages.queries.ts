import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { lossReasons, type NewStage, type Stage, stages } from "@/lib/contracts/leads/stages";

const KEY = [...queryKeys.leads, "stages"];

export const stageQueries = {
  list: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }) => (await call(stages.list, {}, { signal })).stages,
    }),
  lossReasons: () =>
    queryOptions({
      queryKey: [...queryKeys.leads, "loss-reasons"],
      queryFn: async ({ signal }) => (await call(lossReasons.list, {}, { signal })).loss_reasons,
    }),
};

const NO_STAGES: Stage[] = [];

/** The account's stages in their order; none while they are being loaded. */
export function useStages(): readonly Stage[] {
  return useQuery(stageQueries.list()).data ?? NO_STAGES;
}

export const stageMutations = {
  /** Creates a stage without an id, changes the one with it; its meaning stays. */
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, stage }: { id: number | null; stage: NewStage }) => {
        if (id === null) return call(stages.create, { body: stage });
        const { meaning: _meaning, ...body } = stage;
        return call(stages.update, { params: { id }, body });
      },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  reorder: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (ids: number[]) => call(stages.reorder, { body: { ids } }),
      onMutate: (ids) => {
        client.setQueryData(
          stageQueries.list().queryKey,
          (known) => known && ids.flatMap((id) => known.filter((stage) => stage.id === id)),
        );
      },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, moveTo }: { id: number; moveTo: number }) =>
        call(stages.remove, { params: { id }, body: { move_to: moveTo } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
  addReason: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: z.input<(typeof lossReasons.create)["body"]>) =>
        call(lossReasons.create, { body }),
      onSuccess: () => client.invalidateQueries({ queryKey: stageQueries.lossReasons().queryKey }),
    }),
  removeReason: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(lossReasons.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
    }),
};
