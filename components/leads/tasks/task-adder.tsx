"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, User, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { useDirtyForm } from "@/components/shared/feedback/use-close-question";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { readTask } from "@/lib/domain/tasks/read-task";
import { nameDue, TASK_KIND_LABEL, TASK_MAX_LENGTH, type TaskKind } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { TaskFields, type TaskTerms } from "./task-fields";
import { taskMutations } from "./tasks.queries";
import { useLeadMention } from "./use-lead-mention";

interface TaskAdderProps {
  /** The task's lead; if it is null, '@' and a part of a name finds one. */
  leadId: number | null;
  autoFocus?: boolean;
  onCreated?: () => void;
}

/** One line that is read while it is typed ('ligar amanhã 14h'): the result is shown and can be changed. */
export function TaskAdder({ leadId, autoFocus = false, onCreated }: TaskAdderProps) {
  const client = useQueryClient();
  const creation = useMutation(taskMutations.create(client));
  const [typed, setTyped] = useState("");
  /** What was changed by hand; text that is typed later does not replace it. */
  const [chosen, setChosen] = useState<Partial<TaskTerms>>({});
  const [lead, setLead] = useState<{ id: number; name: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [fieldId, noteId] = [useId(), useId()];
  const { what, repeats, ...understood } = readTask(typed, new Date());
  const { kind, day, time } = { ...understood, ...chosen };
  const isEmpty = typed.trim() === "";
  const problem =
    error ?? (repeats ? "Uma tarefa não se repete: diga um só dia, como “dia 5”." : null);
  useDirtyForm(!isEmpty);
  const mention = useLeadMention({
    typed,
    enabled: leadId === null,
    onPick: (found, rest) => {
      setLead(found);
      setTyped(rest);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    // Do not submit the drawer's own form, if there is one.
    event.stopPropagation();
    if (what === "") return setError("Escreva o que fazer.");
    if (what.length > TASK_MAX_LENGTH) {
      return setError(`Use no máximo ${TASK_MAX_LENGTH} caracteres.`);
    }
    if (repeats || creation.isPending) return;
    creation.mutate(
      { what, kind, day, time, lead_id: leadId ?? lead?.id ?? null },
      {
        onSuccess: ({ task }) => {
          setTyped("");
          setLead(null);
          setChosen({});
          const due = nameDue(task, getSaoPauloDay(new Date())).toLowerCase();
          notifySuccess(`Tarefa criada: ${due}.`);
          onCreated?.();
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      {mention.menu}
      <div className="flex gap-2">
        <label htmlFor={fieldId} className="sr-only">
          Nova tarefa
        </label>
        <Input
          {...mention.inputProps}
          id={fieldId}
          value={typed}
          autoFocus={autoFocus}
          autoComplete="off"
          maxLength={TASK_MAX_LENGTH + 60}
          placeholder={leadId === null ? "Ex.: ligar amanhã 14h @Padaria" : "Ex.: ligar amanhã 14h"}
          aria-invalid={problem !== null || undefined}
          aria-describedby={noteId}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(null);
          }}
          onKeyDown={(event) => mention.onKeyDown(event) && event.stopPropagation()}
        />
        <Button type="submit" variant="outline" size="lg" loading={creation.isPending}>
          {!creation.isPending && <Plus aria-hidden />}
          <span className="max-sm:sr-only">Adicionar</span>
        </Button>
      </div>
      <p
        id={noteId}
        aria-live="polite"
        className={cn(
          "mt-1.5 min-h-5 text-[0.8125rem] leading-5",
          problem ? "text-danger-text" : "text-muted-foreground",
        )}
      >
        {problem ??
          (isEmpty
            ? "Diga o quê e quando: hoje, sexta 9:30, dia 12, em 3 dias."
            : `${nameTask(what, kind)} · ${nameDue({ day, time }, getSaoPauloDay(new Date())).toLowerCase()}`)}
      </p>
      {lead && (
        <p className="mt-1 flex items-center gap-1 text-sm">
          <User className="size-4 shrink-0 text-muted-foreground" aria-hidden />
          <span className="min-w-0 truncate">De {lead.name}</span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Tirar ${lead.name} da tarefa`}
            onClick={() => setLead(null)}
          >
            <X aria-hidden />
          </Button>
        </p>
      )}
      {!isEmpty && (
        <div className="mt-2">
          <TaskFields
            value={{ kind, day, time }}
            onChange={(change) => setChosen({ ...chosen, ...change })}
          />
        </div>
      )}
    </form>
  );
}

/** "Mensagem: Mandar proposta", but not "Ligar: Ligar para a Ana". */
function nameTask(what: string, kind: TaskKind): string {
  if (what === "") return "Falta dizer o quê";
  const label = TASK_KIND_LABEL[kind];
  const isSaid = kind === "other" || what.toLowerCase().startsWith(label.toLowerCase());
  return isSaid ? what : `${label}: ${what}`;
}
