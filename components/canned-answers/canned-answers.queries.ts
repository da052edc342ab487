import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { cannedAnswers, type NewCannedAnswer } from "@/lib/contracts/messaging/canned-answers";

export function cannedAnswersQuery() {
  return queryOptions({
    queryKey: queryKeys.cannedAnswers,
    queryFn: async ({ signal }) => (await call(cannedAnswers.list, {}, { signal })).canned_answers,
  });
}

export const cannedAnswerMutations = {
  /** Creates one without an id, changes the one with it. */
  save: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, answer }: { id: number | null; answer: NewCannedAnswer }) =>
        id === null
          ? call(cannedAnswers.create, { body: answer })
          : call(cannedAnswers.update, { params: { id }, body: answer }),
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.cannedAnswers }),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(cannedAnswers.remove, { params: { id } }),
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cannedAnswers }),
    }),
};
