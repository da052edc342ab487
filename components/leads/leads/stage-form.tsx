"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { NewStage, type Stage } from "@/lib/contracts/leads/stages";
import {
  MEANING_LABEL,
  STAGE_COLOURS,
  STAGE_MEANINGS,
  STAGE_NAME_MAX_LENGTH,
} from "@/lib/domain/leads/stages";
import { COLOUR_LABEL } from "./stage-choice";
import { stageMutations } from "./stages.queries";

/** As it is typed: days are a text. */
const StageTexts = z.pipe(
  z.object({
    name: z.string(),
    meaning: z.enum(STAGE_MEANINGS),
    colour: z.enum(STAGE_COLOURS),
    rest_days: z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === "" ? null : Number(text))),
    ),
  }),
  NewStage,
);

interface StageFormProps {
  /** Null creates one. */
  stage: Stage | null;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

export function StageForm({ stage, onDirty, onDone }: StageFormProps) {
  const form = useSchemaForm(StageTexts, {
    name: stage?.name ?? "",
    meaning: stage?.meaning ?? "answered",
    colour: stage?.colour ?? "stone",
    rest_days: String(stage?.rest_days ?? ""),
  });
  const save = useMutation({
    ...stageMutations.save(useQueryClient()),
    meta: { failure: formFailure(form) },
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const submit = form.handleSubmit((values) =>
    save.mutate({ id: stage?.id ?? null, stage: values }, { onSuccess: onDone }),
  );

  return (
    <form onSubmit={submit} noValidate aria-label={stage ? "Editar etapa" : "Nova etapa"}>
      <Field label="Nome da etapa" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={STAGE_NAME_MAX_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="O que ela significa"
        error={errors.meaning?.message}
        help={
          stage
            ? "O significado não muda: os relatórios contam por ele."
            : "Entregas, respostas e relatórios seguem o significado, não o nome."
        }
      >
        {(control) => (
          <NativeSelect {...control} {...form.register("meaning")} disabled={stage !== null}>
            {STAGE_MEANINGS.map((meaning) => (
              <option key={meaning} value={meaning}>
                {MEANING_LABEL[meaning]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="Cor" error={errors.colour?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register("colour")}>
              {STAGE_COLOURS.map((colour) => (
                <option key={colour} value={colour}>
                  {COLOUR_LABEL[colour]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field
          label="Dias até ficar parado"
          error={errors.rest_days?.message}
          help="Em branco: nunca."
        >
          {(control) => (
            <Input
              {...control}
              {...form.register("rest_days")}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2 pt-2">
        <Button variant="outline" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" loading={save.isPending}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
