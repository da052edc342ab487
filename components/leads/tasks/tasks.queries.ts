import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { Batcher } from "@/lib/batcher";
import { leads } from "@/lib/contracts/leads/leads";
import { type Task, type TaskChange, tasks } from "@/lib/contracts/leads/tasks";

const LISTED = 50;

export type TaskInput = z.input<(typeof tasks.create)["body"]>;

/** The rows of a table share one request for all of their leads. */
const nextTasks = new Batcher<number, Task | null>(
  async (leadIds) => {
    const query = { lead_ids: leadIds.join(",") };
    const { tasks: found } = await call(tasks.next, { query });
    const byLead = new Map(found.map((task) => [task.lead?.id, task]));
    return leadIds.map((id) => byLead.get(id) ?? null);
  },
  { size: 200, lingerMs: 10 },
);

export const taskQueries = {
  /** The first leads that a text finds, for an "@". */
  mentioned: (search: string) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "mentioned", search],
      queryFn: ({ signal }) => call(leads.list, { query: { search, per_page: 10 } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** The open tasks of a lead, the earliest first. */
  ofLead: (leadId: number) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.tasks, "of-lead", leadId],
      queryFn: ({ pageParam, signal }) => list({ lead_id: leadId, after: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  /** The done tasks, the latest first. */
  doneOfLead: (leadId: number) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.tasks, "done-of-lead", leadId],
      queryFn: ({ pageParam, signal }) =>
        list({ lead_id: leadId, done: "true", after: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  /** All open tasks that are due until a day. */
  until: (day: string) =>
    infiniteQueryOptions({
      queryKey: [...queryKeys.tasks, "until", day],
      queryFn: ({ pageParam, signal }) => list({ until: day, after: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  /** The earliest open task of a lead; null without one. */
  nextOf: (leadId: number) =>
    queryOptions({
      queryKey: [...queryKeys.tasks, "next", leadId],
      queryFn: () => nextTasks.add(leadId),
    }),
};

export const taskMutations = {
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: TaskInput) => call(tasks.create, { body }),
      onSettled: () => refreshTasks(client),
    }),
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, change }: { id: number; change: TaskChange }) =>
        call(tasks.update, { params: { id }, body: change }),
      onSettled: () => refreshTasks(client),
    }),
  setDone: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, done }: { id: number; done: boolean }) =>
        call(tasks.setDone, { params: { id }, body: { done } }),
      onSettled: () => refreshTasks(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(tasks.remove, { params: { id } }),
      onSettled: () => refreshTasks(client),
    }),
  /** Creates a deleted task again, done if it was. */
  bringBack: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ what, kind, day, time, lead, person_id, done_at }: Task) => {
        const body = { what, kind, day, time, lead_id: lead?.id ?? null, person_id };
        const { task } = await call(tasks.create, { body });
        if (done_at !== null) {
          await call(tasks.setDone, { params: { id: task.id }, body: { done: true } });
        }
      },
      onSettled: () => refreshTasks(client),
    }),
};

function list(
  {
    after,
    ...query
  }: { lead_id?: number; done?: "true"; until?: string; after: string | undefined },
  signal: AbortSignal,
) {
  return call(
    tasks.list,
    { query: { ...query, per_page: LISTED, ...(after && { after }) } },
    { signal },
  );
}

async function refreshTasks(client: QueryClient): Promise<void> {
  await Promise.all(
    [queryKeys.tasks, queryKeys.today].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
