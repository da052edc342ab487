"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import type { Task } from "@/lib/contracts/leads/tasks";
import { TASK_MAX_LENGTH } from "@/lib/domain/tasks/task";
import { TaskFields, type TaskTerms } from "./task-fields";
import { TaskPerson } from "./task-person";
import { taskMutations } from "./tasks.queries";

/** Changes a task. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const update = useMutation(taskMutations.update(useQueryClient()));
  const [what, setWhat] = useState(task.what);
  const [terms, setTerms] = useState<TaskTerms>(task);
  const [personId, setPersonId] = useState(task.person_id);
  const [error, setError] = useState<string>();
  const { kind, day, time } = terms;
  const isDirty =
    what !== task.what ||
    kind !== task.kind ||
    day !== task.day ||
    time !== task.time ||
    personId !== task.person_id;

  function save() {
    if (what.trim() === "") return setError("Escreva o que fazer.");
    update.mutate(
      {
        id: task.id,
        change: {
          what,
          kind,
          day,
          time,
          ...(personId !== task.person_id && { person_id: personId }),
        },
      },
      {
        onSuccess: () => {
          notifySuccess("Tarefa atualizada.");
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title="Editar tarefa"
      description={task.lead ? `De ${task.lead.name}.` : "Sem lead."}
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={save}
      submitLabel="Salvar"
      isPending={update.isPending}
    >
      <Field label="O que fazer" error={error}>
        {(control) => (
          <Input
            {...control}
            value={what}
            maxLength={TASK_MAX_LENGTH}
            autoComplete="off"
            onChange={({ target }) => {
              setWhat(target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <TaskFields value={terms} onChange={(change) => setTerms({ ...terms, ...change })} />
      <TaskPerson value={personId} onChange={setPersonId} />
    </FormDialog>
  );
}
