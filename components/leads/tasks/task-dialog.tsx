"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Task } from "@/lib/contracts/leads/tasks";
import { TASK_MAX_LENGTH } from "@/lib/domain/tasks/task";
import { TaskFields, type TaskTerms } from "./task-fields";
import { taskMutations } from "./tasks.queries";

/** Changes a task. */
export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const formId = useId();
  const update = useMutation(taskMutations.update(useQueryClient()));
  const [what, setWhat] = useState(task.what);
  const [terms, setTerms] = useState<TaskTerms>(task);
  const [error, setError] = useState<string>();
  const { kind, day, time } = terms;
  const isDirty =
    what !== task.what || kind !== task.kind || day !== task.day || time !== task.time;

  function save() {
    if (what.trim() === "") return setError("Escreva o que fazer.");
    update.mutate(
      { id: task.id, change: { what, kind, day, time } },
      {
        onSuccess: () => {
          notifySuccess("Tarefa atualizada.");
          onClose();
        },
      },
    );
  }

  return (
    <Modal
      title="Editar tarefa"
      description={task.lead ? `De ${task.lead.name}.` : "Sem lead."}
      onClose={onClose}
      isDirty={isDirty}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} loading={update.isPending}>
            Salvar
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          save();
        }}
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
      </form>
    </Modal>
  );
}
