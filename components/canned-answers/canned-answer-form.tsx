"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Controller } from "react-hook-form";
import { VariableMenu } from "@/components/own-fields/variable-menu";
import { Modal } from "@/components/shared/feedback/modal";
import { notifyError } from "@/components/shared/feedback/notify";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type CannedAnswer, NewCannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { CANNED_SHORTCUT_MAX_LENGTH } from "@/lib/domain/messages/canned-answer";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { cannedAnswerMutations } from "./canned-answers.queries";

/** Creates a canned answer, or edits `answer`. */
export function CannedAnswerForm({
  answer,
  onClose,
}: {
  answer: CannedAnswer | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const form = useSchemaForm(NewCannedAnswer, {
    shortcut: answer?.shortcut ?? "",
    text: answer?.text ?? "",
  });
  const editor = useRef<HTMLTextAreaElement>(null);
  const { errors, isDirty } = form.formState;
  const save = useMutation(cannedAnswerMutations.save(client));

  const submit = form.handleSubmit((values) =>
    save.mutate(
      { id: answer?.id ?? null, answer: values },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof AppError && error.fields) showFieldErrors(form, error.fields);
          else notifyError(errorText(error));
        },
      },
    ),
  );

  return (
    <Modal
      onClose={onClose}
      isDirty={isDirty}
      title={answer ? "Editar resposta pronta" : "Nova resposta pronta"}
      description="Na conversa, digite / e o atalho para usar o texto."
    >
      <form onSubmit={submit} noValidate className="space-y-1">
        <Field label="Atalho" error={errors.shortcut?.message} help="Por exemplo: preco">
          {(control) => (
            <Input
              {...control}
              {...form.register("shortcut")}
              maxLength={CANNED_SHORTCUT_MAX_LENGTH + 1}
              autoComplete="off"
              autoCapitalize="none"
            />
          )}
        </Field>
        <Controller
          name="text"
          control={form.control}
          render={({ field: { ref, ...field } }) => (
            <>
              <Field label="Texto" error={errors.text?.message}>
                {(control) => (
                  <Textarea
                    {...control}
                    {...field}
                    ref={(area) => {
                      ref(area);
                      editor.current = area;
                    }}
                    rows={5}
                  />
                )}
              </Field>
              <VariableMenu editor={editor} text={field.value} onChange={field.onChange} />
            </>
          )}
        />
        <div className="flex justify-end gap-2 pt-2">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Salvar
          </Button>
        </div>
      </form>
    </Modal>
  );
}
