import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { answers } from "@/lib/contracts/messaging/answers";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { TaskDue } from "@/lib/domain/tasks/task";

export const answerMutations = {
  /** Says what the latest words of a contact mean. */
  settle: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ number, intent }: { number: string; intent: AnswerKind }) =>
        call(answers.settle, { params: { number }, body: { intent } }),
      onSettled: () => refresh(client),
    }),
  /** Takes back that they ask for no more messages: the number is let go of, and they mean what they did before. */
  unblock: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ number, intent }: { number: string; intent: AnswerKind }) => {
        const { blocked } = await call(optOuts.review, { params: { number } });
        const body = { reason: "Bloqueio desfeito logo em seguida" };
        if (blocked) await call(optOuts.remove, { params: { id: blocked.id }, body });
        return call(answers.settle, { params: { number }, body: { intent } });
      },
      onSettled: () => refresh(client),
    }),
  /** Makes a task of them, or moves the one that was made. */
  plan: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ number, due }: { number: string; due: TaskDue }) =>
        call(answers.plan, { params: { number }, body: due }),
      onSettled: () => refresh(client),
    }),
};

/** What an answer says decides about its lead, its task, its campaign and whether the number is blocked. */
function refresh(client: QueryClient) {
  const { chat, today, leads, tasks, campaigns, optOuts, suggestions } = queryKeys;
  return Promise.all(
    [today, chat, leads, tasks, campaigns, optOuts, suggestions].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
