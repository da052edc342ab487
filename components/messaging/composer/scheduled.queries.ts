import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { callOnce } from "@/lib/api/until-answered";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";

const trunk = [...queryKeys.chat, "scheduled"];

/** The messages of a chat that will go out later, and those that did not go out. */
export const scheduledQuery = (to: string) =>
  queryOptions({
    queryKey: [...trunk, to],
    queryFn: async ({ signal }) =>
      (await call(scheduledMessages.list, { query: { to } }, { signal })).scheduled_messages,
  });

export const scheduledMutations = {
  /** Schedules a text, or changes the one of `id`. */
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ id, ...body }: SaveScheduled) => {
        if (id === undefined) await callOnce(scheduledMessages.create, { body });
        else {
          const { to: _to, ...change } = body;
          await call(scheduledMessages.update, { params: { id }, body: change });
        }
      },
      onSettled: () => client.invalidateQueries({ queryKey: trunk }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(scheduledMessages.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: trunk }),
    }),
};

export type SaveScheduled = z.input<(typeof scheduledMessages.create)["body"]> & { id?: number };
