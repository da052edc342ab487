"use client";

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
  placeholder?: string;
  autoComplete?: string;
}

/** The WhatsApp number of a form, masked while typing. Every validation error shows the same sentence. */
export function WhatsappField<Values extends FieldValues, Output>({
  form,
  name,
  ...input
}: WhatsappFieldProps<Values, Output>) {
  const { invalid } = form.getFieldState(name, form.formState);
  return (
    <Field label="WhatsApp" error={invalid ? INVALID_WHATSAPP_TEXT : undefined}>
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
