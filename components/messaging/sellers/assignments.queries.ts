import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type ChatAssignment, chatAssignments } from "@/lib/contracts/messaging/chat-assignments";

export const assignmentQueries = {
  /** Who answered a conversation, the latest first. */
  list: (number: string) =>
    queryOptions({
      queryKey: [...queryKeys.chat, "assignments", number],
      queryFn: async ({ signal }) =>
        (await call(chatAssignments.list, { params: { number } }, { signal })).assignments,
    }),
};

export const assignmentMutations = {
  assign: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: ChatAssignment) => call(chatAssignments.assign, { body }),
      meta: { failureTitle: "A conversa não mudou de mãos" },
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.chat }),
    }),
};
