"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { VariableMenu } from "@/components/leads/own-fields/variable-menu";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type CannedAnswer, NewCannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { CANNED_SHORTCUT_MAX_LENGTH } from "@/lib/domain/messages/canned-answer";
import { cannedAnswerMutations } from "./canned-answers.queries";
import { CannedFileField, describeFile } from "./canned-file-field";

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
  /** Set once the answer is stored, though its file may not be yet. */
  const [id, setId] = useState(answer?.id ?? null);
  /** The chosen file; null removes the file, undefined keeps it. */
  const [file, setFile] = useState<File | null>();
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    ...cannedAnswerMutations.save(client),
    meta: { failure: formFailure(form) },
  });

  const submit = form.handleSubmit((values) =>
    save.mutate({ id, answer: values, file, onSaved: setId }, { onSuccess: onClose }),
  );

  return (
    <FormDialog
      onClose={onClose}
      isDirty={isDirty || file !== undefined}
      title={answer ? "Editar resposta pronta" : "Nova resposta pronta"}
      description="Na conversa, digite / e o atalho para usar o texto."
      onSubmit={submit}
      submitLabel="Salvar"
      isPending={save.isPending}
    >
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
      <CannedFileField
        file={file === undefined ? (answer?.file ?? null) : file && describeFile(file)}
        onChange={setFile}
      />
    </FormDialog>
  );
}
