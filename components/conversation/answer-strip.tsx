"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AnswerMark } from "@/components/answers/answer-mark";
import { AnswerMenu } from "@/components/answers/answer-menu";
import { answerMutations } from "@/components/answers/answers.queries";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { DateInput } from "@/components/shared/forms/date-input";
import { queryKeys } from "@/components/shared/state/query-keys";
import { SnoozeMenu } from "@/components/tasks/snooze-menu";
import { taskMutations } from "@/components/tasks/tasks.queries";
import { Button } from "@/components/ui/button";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { nameDue, type TaskDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { errorText } from "@/lib/error-text";
import { optOutReviewQuery } from "./opt-out-review.queries";

type ChatIntent = NonNullable<Chat["intent"]>;

/** What the words that wait say, to be corrected, and what follows from them; the question who wants to leave comes first. */
export function AnswerStrip({ to, chat }: { to: string; chat: Chat }) {
  const decided = useQuery(optOutReviewQuery(to)).data;
  const { intent, waiting } = chat;
  if (!waiting || !intent || !decided || decided.review || decided.blocked) return null;
  return (
    <section
      aria-label="O que a resposta diz"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-border border-t bg-card px-4 py-1.5 text-sm"
    >
      <AnswerMark kind={intent.kind} />
      {intent.words !== "" && (
        <q className="min-w-0 max-w-96 truncate text-muted-foreground">{intent.words}</q>
      )}
      <AnswerMenu
        chat={chat}
        trigger={
          <Button variant="ghost" size="sm">
            Corrigir
          </Button>
        }
      />
      <Plan number={chat.contactNumber} intent={intent} />
    </section>
  );
}

/** The task that was made of an answer, or may be. */
function Plan({ number, intent: { kind, due, task } }: { number: string; intent: ChatIntent }) {
  const client = useQueryClient();
  const plan = useMutation(answerMutations.plan(client));
  const remove = useMutation(taskMutations.remove(client));
  const [choosing, setChoosing] = useState(false);
  if (!task && kind !== "not_now" && kind !== "meeting") return null;
  const today = getSaoPauloDay(new Date());
  const onError = (error: unknown) => notifyError(errorText(error));

  const set = (next: TaskDue) =>
    plan.mutate(
      { number, due: next },
      {
        onSuccess: (made) => {
          setChoosing(false);
          notifySuccess(`Tarefa: ${nameDue(made.task, today).toLowerCase()}.`);
        },
        onError,
      },
    );
  const undo = (id: number) =>
    remove.mutate(id, {
      onSuccess: () => notifySuccess("Tarefa desfeita."),
      onError,
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.chat }),
    });

  if (choosing) {
    return (
      <ChooseDay
        day={task?.day ?? due?.day ?? today}
        today={today}
        pending={plan.isPending}
        onChoose={(day) => set({ day, time: null })}
        onCancel={() => setChoosing(false)}
      />
    );
  }
  const menu = (label: string) => (
    <SnoozeMenu
      onSnooze={set}
      onChooseDate={() => setChoosing(true)}
      trigger={
        <Button variant={task ? "ghost" : "outline"} size="sm" disabled={plan.isPending}>
          {label}
        </Button>
      }
    />
  );
  if (task) {
    return (
      <span className="flex flex-wrap items-center gap-x-1 sm:ml-auto">
        <span className="tabular-nums">Tarefa: {nameDue(task, today).toLowerCase()}</span>
        {menu("Mudar")}
        <Button variant="ghost" size="sm" disabled={remove.isPending} onClick={() => undo(task.id)}>
          Desfazer
        </Button>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-1 sm:ml-auto">
      {due && due.day >= today ? (
        <>
          <Button variant="outline" size="sm" loading={plan.isPending} onClick={() => set(due)}>
            Criar tarefa: {nameDue(due, today).toLowerCase()}
          </Button>
          {menu("Outro dia")}
        </>
      ) : (
        menu("Criar tarefa")
      )}
    </span>
  );
}

interface ChooseDayProps {
  day: string;
  today: string;
  pending: boolean;
  onChoose: (day: string) => void;
  onCancel: () => void;
}

function ChooseDay({ day: initial, today, pending, onChoose, onCancel }: ChooseDayProps) {
  const [day, setDay] = useState(initial);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (day !== "") onChoose(day);
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 sm:ml-auto">
      <span className="w-40">
        <DateInput aria-label="Dia da tarefa" value={day} min={today} onChange={setDay} />
      </span>
      <Button type="submit" size="sm" loading={pending} disabled={day === ""}>
        Salvar
      </Button>
      <Button type="button" variant="ghost" size="sm" onClick={onCancel}>
        Cancelar
      </Button>
    </form>
  );
}
