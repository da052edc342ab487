import { Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { TimeInput } from "@/components/shared/forms/date-input";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { nameMoment } from "@/lib/domain/campaigns/activity-standing";
import { type FollowUpStep, MOST_WAIT_DAYS } from "@/lib/domain/campaigns/sequence";
import { VariantsEditor } from "./variants-editor";

/** What is wrong with a step, by field. */
export interface StepErrors {
  messages: readonly (string | undefined)[];
  all?: string | undefined;
  wait_days?: string | undefined;
  window_from?: string | undefined;
  window_to?: string | undefined;
}

interface StepEditorProps {
  /** From 2. */
  number: number;
  step: FollowUpStep;
  errors: StepErrors;
  /** A variant of the message before. */
  follows: string;
  /** When it would go out; null where its hours leave no moment, undefined while that is not known. */
  date: string | null | undefined;
  /** Set for a running campaign: the people that a change of it affects. */
  people?: string | undefined;
  onChange: (step: FollowUpStep) => void;
  onRemove: () => void;
}

/** One later message of a sequence: after how many days, between which hours, in which words. */
export function StepEditor({
  number,
  step,
  errors,
  follows,
  date,
  people,
  onChange,
  onRemove,
}: StepEditorProps) {
  const id = useId();
  const [chosen, setShown] = useState(0);
  const editor = useRef<HTMLTextAreaElement>(null);
  const shown = Math.min(chosen, step.messages.length - 1);
  return (
    <li aria-labelledby={id} className="border-border border-t">
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
        <h3 id={id} className="font-medium">
          Passo {number}
          <span className="ml-2 font-normal text-[0.8125rem] text-muted-foreground tabular-nums">
            {describeDate(date)}
          </span>
        </h3>
        <Button variant="ghost" size="sm" aria-label={`Remover passo ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden />
          Remover passo
        </Button>
      </div>
      {people && <p className="px-5 text-[0.8125rem] text-muted-foreground">{people}</p>}
      <div className="grid grid-cols-3 gap-x-3 px-5 pt-2 sm:gap-x-4">
        <Field label="Dias úteis" error={errors.wait_days}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={step.wait_days || ""}
              onChange={({ target }) => {
                const typed = target.value.trim();
                if (/^\d{0,2}$/.test(typed)) onChange({ ...step, wait_days: Number(typed) });
              }}
              aria-label={`Dias úteis de espera do passo ${number}, até ${MOST_WAIT_DAYS}`}
            />
          )}
        </Field>
        <Field label="Das" help="Em branco, o da campanha." error={errors.window_from}>
          {(control) => (
            <TimeInput
              {...control}
              value={step.window_from ?? ""}
              onChange={(time) => onChange({ ...step, window_from: time || undefined })}
            />
          )}
        </Field>
        <Field label="Às" error={errors.window_to}>
          {(control) => (
            <TimeInput
              {...control}
              value={step.window_to ?? ""}
              onChange={(time) => onChange({ ...step, window_to: time || undefined })}
            />
          )}
        </Field>
      </div>
      <VariantsEditor
        messages={step.messages}
        onChange={(messages) => onChange({ ...step, messages })}
        shown={shown}
        onShow={setShown}
        errors={errors.messages}
        error={errors.all}
        editor={editor}
        label={`Mensagem do passo ${number}`}
        follows={follows}
      />
    </li>
  );
}

function describeDate(date: string | null | undefined): string {
  if (date === undefined) return "";
  return date === null
    ? "neste horário nada pode ser enviado"
    : `a partir de ${nameMoment(date, new Date())}, se ninguém responder`;
}
