"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { taskMutations } from "@/components/leads/tasks/tasks.queries";
import { DateInput } from "@/components/shared/forms/date-input";
import { queryKeys } from "@/components/shared/state/query-keys";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { useCloseOnBack } from "@/components/ui/use-close-on-back";
import { addDays, nameDue, type TaskDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { answerMutations } from "./answers.queries";
import type { AnsweredChat } from "./use-answer-menu";

/** The task that was created from a contact's answer, or the one that can be, on the day that the contact named. */
export function AnswerDue({ chat }: { chat: AnsweredChat }) {
  const now = useNow();
  const planning = usePlanning();
  const client = useQueryClient();
  const removal = useMutation(taskMutations.remove(client));
  const [choosing, setChoosing] = useState(false);
  const refreshChats = () => client.invalidateQueries({ queryKey: queryKeys.chat });
  const today = getSaoPauloDay(now);
  const { task, due } = chat.intent ?? {};
  const proposed = due && due.day >= today ? due : null;

  if (choosing) {
    return (
      <DueForm
        chat={chat}
        due={task ?? proposed ?? { day: addDays(today, 1), time: null }}
        onClose={() => setChoosing(false)}
      />
    );
  }
  const pick = (label: string) => (
    <Button variant="link" size="inline" className="max-md:h-11" onClick={() => setChoosing(true)}>
      {label}
      <span className="sr-only"> a tarefa de {chat.name}</span>
    </Button>
  );
  if (task) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] tabular-nums">
        Tarefa: {nameDue(task, today).toLowerCase()}
        {pick("Mudar")}
        <Button
          variant="link"
          size="inline"
          className="max-md:h-11"
          loading={removal.isPending}
          onClick={() => removal.mutate(task.id, { onSettled: refreshChats })}
        >
          Desfazer<span className="sr-only"> a tarefa de {chat.name}</span>
        </Button>
      </p>
    );
  }
  if (!proposed) return pick("Marcar");
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-[0.8125rem]">
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        loading={planning.isPending}
        onClick={() => planning.mutate({ number: chat.contactNumber, due: proposed })}
      >
        {!planning.isPending && <CalendarPlus aria-hidden />}
        Criar tarefa para {nameDue(proposed, today).toLowerCase()}
      </Button>
      {pick("Mudar")}
    </p>
  );
}

const usePlanning = () => useMutation(answerMutations.plan(useQueryClient()));

interface DueFormProps {
  chat: AnsweredChat;
  due: TaskDue;
  onClose: () => void;
}

function DueForm({ chat, due, onClose }: DueFormProps) {
  const now = useNow();
  // A separate instance: a task that is still being created elsewhere does not close this dialog.
  const planning = usePlanning();
  const [day, setDay] = useState(due.day);
  useCloseOnBack(true, onClose);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (planning.isPending) return;
    const to = { day, time: due.time };
    planning.mutate({ number: chat.contactNumber, due: to }, { onSuccess: onClose });
  }

  return (
    <form
      onSubmit={submit}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
      className="flex flex-wrap items-center gap-2"
    >
      <DateInput
        aria-label={`Dia da tarefa de ${chat.name}`}
        autoFocus
        keepsValue
        min={getSaoPauloDay(now)}
        value={day}
        onChange={setDay}
        className="w-40"
      />
      <Button type="submit" variant="outline" loading={planning.isPending} className="max-md:h-11">
        Salvar
      </Button>
      <Button variant="ghost" className="max-md:h-11" onClick={onClose}>
        Cancelar
      </Button>
    </form>
  );
}
