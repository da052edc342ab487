"use client";

import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { LIST_NAME_MAX_LENGTH, ListName } from "@/lib/contracts/leads/lists";
import { AppError } from "@/lib/errors";

interface ListNameDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  name?: string;
  /** A rejection about the name is shown below the field. */
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a list, to create or rename it. */
export function ListNameDialog({ name = "", onSubmit, ...dialog }: ListNameDialogProps) {
  const form = useSchemaForm(ListName, { name });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values.name);
    } catch (error) {
      if (error instanceof AppError) showFieldErrors(form, error.fields);
    }
  });
  return (
    <FormDialog {...dialog} isDirty={isDirty} onSubmit={submit} isPending={isSubmitting}>
      <Field label="Nome da lista" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={LIST_NAME_MAX_LENGTH}
            autoComplete="off"
            required
          />
        )}
      </Field>
    </FormDialog>
  );
}
