"use client";

import { useId } from "react";
import { DateInput, TimeInput } from "@/components/shared/forms/date-input";
import { NativeSelect } from "@/components/ui/native-select";
import { isPast } from "@/lib/domain/tasks/now";
import { TASK_KIND_LABEL, TASK_KINDS, type TaskDue, type TaskKind } from "@/lib/domain/tasks/task";

export interface TaskTerms extends TaskDue {
  kind: TaskKind;
}

interface TaskFieldsProps {
  value: TaskTerms;
  onChange: (change: Partial<TaskTerms>) => void;
}

/** What a task is and when it is due; warns when that time is over. */
export function TaskFields({ value, onChange }: TaskFieldsProps) {
  const noteId = useId();
  const over = isPast(value, new Date());
  return (
    <>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1.2fr_0.8fr]">
        <NativeSelect
          aria-label="Tipo"
          className="max-sm:col-span-2"
          value={value.kind}
          onChange={({ target }) => onChange({ kind: target.value as TaskKind })}
        >
          {TASK_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {TASK_KIND_LABEL[kind]}
            </option>
          ))}
        </NativeSelect>
        <DateInput
          aria-label="Dia"
          aria-describedby={noteId}
          value={value.day}
          keepsValue
          onChange={(day) => onChange({ day })}
        />
        <TimeInput
          aria-label="Horário, se houver"
          aria-describedby={noteId}
          value={value.time ?? ""}
          onChange={(time) => onChange({ time: time === "" ? null : time })}
        />
      </div>
      <p id={noteId} className="min-h-5 text-[0.8125rem] text-danger-text leading-5">
        {over && (value.time ? "Este horário já passou." : "Este dia já passou.")}
      </p>
    </>
  );
}
