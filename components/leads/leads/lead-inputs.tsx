"use client";

import type { ReactNode } from "react";
import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from "react-hook-form";
import { Field } from "@/components/shared/forms/form";
import { PhoneInput } from "@/components/shared/forms/phone-input";
import { DUPLICATE, WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import type { Lead } from "@/lib/contracts/leads/leads";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { maskTelephone } from "@/lib/domain/phone/phone-mask";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { INVALID_WHATSAPP_TEXT, isError } from "@/lib/error-text";
import { formatCnpj } from "@/lib/format";
import { getStageChoice, listStageChoices } from "./stage-choice";
import { useStages } from "./stages.queries";

interface LeadInput {
  /** Lines of a text that has several. */
  rows?: number;
  /** As wide as two others. */
  wide?: true;
  inputMode?: "url" | "email";
}

const INPUTS: Partial<Record<LeadFieldName, LeadInput>> = {
  website: { inputMode: "url" },
  email: { inputMode: "email" },
  address: { wide: true },
  obs: { wide: true, rows: 3 },
  ai_obs: { wide: true, rows: 4 },
};

interface LeadInputsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** In their order. */
  names: readonly (LeadFieldName & FieldPathByValue<Values, string>)[];
  required: readonly LeadFieldName[];
  placeholders?: Partial<Record<LeadFieldName, string>>;
  /** Next to the message of a field whose value another lead has. */
  duplicateAction?: ReactNode;
}

/** The initial values of a lead's form, as a person writes them; without a lead they are empty. */
export function writeLead<Name extends LeadFieldName>(
  lead: Lead | null,
  names: readonly Name[],
): Record<Name, string> {
  const written: Partial<Record<LeadFieldName, string>> = lead
    ? {
        status: getStageChoice(lead),
        whatsapp: formatKeptNumber(lead.whatsapp),
        phone: formatPhone(lead.phone),
        cnpj: formatCnpj(lead.cnpj ?? ""),
      }
    : {};
  const entries = names.map((name) => [name, written[name] ?? lead?.[name] ?? ""]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** The `meta.failure` of a lead's form: shows wrong values at their fields, and which value another lead already has. */
export function leadFailure<Values extends { cnpj?: string; whatsapp?: string }, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  onExists: (existingId: number | undefined) => void,
  showProblems: (fields: Record<string, string>) => boolean,
  textOf: (error: Error) => string,
): (error: Error) => string | null {
  const whatsapp = "whatsapp" as Path<Values>;
  return (error) => {
    if (isError(error, "lead_exists")) {
      const { fields = {}, existingId } = error;
      const name = fields["cnpj"] ? ("cnpj" as Path<Values>) : whatsapp;
      const message = fields[name];
      form.setError(name, { type: DUPLICATE, ...(message && { message }) }, { shouldFocus: true });
      onExists(existingId);
    } else if (isError(error, "invalid_whatsapp_number")) {
      form.setError(whatsapp, { message: INVALID_WHATSAPP_TEXT }, { shouldFocus: true });
    } else if (!(isError(error, "invalid_input") && showProblems(error.fields ?? {}))) {
      return textOf(error);
    }
    return null;
  };
}

/** The fields of a lead in a form of two columns. */
export function LeadInputs<Values extends FieldValues, Output>({
  form,
  names,
  required,
  placeholders = {},
  duplicateAction,
}: LeadInputsProps<Values, Output>) {
  const stages = useStages();
  return names.map((name) => {
    const { error } = form.getFieldState(name, form.formState);
    const action = error?.type === DUPLICATE && duplicateAction;
    const shared = { required: required.includes(name), action };
    const { wide, rows, ...input } = INPUTS[name] ?? {};
    const placeholder = placeholders[name];
    if (name === "whatsapp") {
      return (
        <WhatsappField key={name} form={form} name={name} placeholder={placeholder} {...shared} />
      );
    }
    return (
      <Field
        key={name}
        label={LEAD_FIELDS[name].label}
        error={error?.message}
        className={wide && "sm:col-span-2"}
        {...shared}
      >
        {(control) => {
          const registered = { ...control, ...form.register(name), placeholder };
          if (name === "status") {
            return (
              <NativeSelect {...control} {...form.register(name)}>
                {listStageChoices(stages).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            );
          }
          if (name === "phone") {
            return (
              <Controller
                name={name}
                control={form.control}
                render={({ field: { ref, ...field } }) => (
                  <PhoneInput
                    {...control}
                    {...field}
                    placeholder={placeholder}
                    mask={maskTelephone}
                    inputRef={ref}
                  />
                )}
              />
            );
          }
          return rows ? (
            <Textarea {...registered} rows={rows} />
          ) : (
            <Input {...registered} {...input} />
          );
        }}
      </Field>
    );
  });
}
