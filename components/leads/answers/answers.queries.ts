import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { answers } from "@/lib/contracts/messaging/answers";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { TaskDue } from "@/lib/domain/tasks/task";

export const answerMutations = {
  /** Sets the meaning of a contact's latest words. */
  settle: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ number, intent }: { number: string; intent: AnswerKind }) =>
        call(answers.settle, { params: { number }, body: { intent } }),
      onSettled: () => refresh(client),
    }),
  /** Reverts an opt-out: the number is unblocked, and the words get their earlier meaning back. */
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
  /** Creates a task from them, or moves the one that exists. */
  plan: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ number, due }: { number: string; due: TaskDue }) =>
        call(answers.plan, { params: { number }, body: due }),
      onSettled: () => refresh(client),
    }),
};

/** The meaning of an answer affects its lead, its task, its campaign and whether the number is blocked. */
function refresh(client: QueryClient) {
  const { chat, today, leads, tasks, campaigns, optOuts, suggestions } = queryKeys;
  return Promise.all(
    [today, chat, leads, tasks, campaigns, optOuts, suggestions].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
