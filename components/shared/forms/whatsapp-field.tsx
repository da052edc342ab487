"use client";

import type { ReactNode } from "react";
import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { INVALID_WHATSAPP_TEXT } from "@/lib/error-text";
import { Field } from "./form";
import { PhoneInput } from "./phone-input";

interface WhatsappFieldProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  name: FieldPathByValue<Values, string>;
  label?: string;
  help?: string;
  placeholder?: string;
  autoComplete?: string;
  required?: boolean;
  /** Next to the message: a way to solve a duplicate. */
  action?: ReactNode;
}

/** The type of an error that says that another record has the number; it keeps its own message. */
export const DUPLICATE = "duplicate";

/** The WhatsApp number of a form, masked while typing. Every error of validation shows the same sentence. */
export function WhatsappField<Values extends FieldValues, Output>({
  form,
  name,
  label = "WhatsApp",
  help,
  required,
  action,
  ...input
}: WhatsappFieldProps<Values, Output>) {
  const { error } = form.getFieldState(name, form.formState);
  const message = error?.type === DUPLICATE ? error.message : error && INVALID_WHATSAPP_TEXT;
  return (
    <Field label={label} help={help} error={message} required={required} action={action}>
      {(control) => (
        <Controller
          name={name}
          control={form.control}
          render={({ field: { ref, ...field } }) => (
            <PhoneInput {...input} {...control} {...field} inputRef={ref} />
          )}
        />
      )}
    </Field>
  );
}
