"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactNode, useId, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";

/** The Standard Schema interface that the resolver accepts; zod schemas implement it. */
type Schema<Values extends FieldValues, Output> = Parameters<
  typeof standardSchemaResolver<Values, unknown, Output>
>[0];

/**
 * A form validated by the contract's schema, on blur and on submit. Submitting focuses the first error. A page that
 * should stay light gives a function that loads the schema when it is first needed. `keepsStored`: an initial value is
 * accepted while it is unchanged, since its rule may have become stricter; an empty one is still required.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: Schema<Values, Output> | (() => Promise<Schema<Values, Output>>),
  defaultValues: DefaultValues<Values>,
  { keepsStored = false } = {},
): UseFormReturn<Values, unknown, Output> {
  const [stored] = useState<FieldValues>(defaultValues);
  return useForm<Values, unknown, Output>({
    resolver: async (values, ...form) => {
      const loaded = typeof schema === "function" ? await schema().catch(() => null) : schema;
      // Without a connection nothing is loaded and nothing can be sent: the submit says so.
      if (!loaded) return { values: values as unknown as Output & FieldValues, errors: {} };
      const result = await standardSchemaResolver<Values, unknown, Output>(loaded)(values, ...form);
      if (!keepsStored) return result;
      const wrong = Object.entries(result.errors).filter(
        ([name]) => !values[name] || values[name] !== stored[name],
      );
      if (wrong.length === Object.keys(result.errors).length) return result;
      return wrong.length > 0
        ? { values: {}, errors: Object.fromEntries(wrong) as typeof result.errors }
        : { values: values as unknown as Output & FieldValues, errors: {} };
    },
    defaultValues,
    mode: "onTouched",
  });
}

/**
 * The checked values that the user changed in the form. If only these are sent, they overwrite nothing that another tab,
 * a colleague's import or an answer has changed since the form was opened.
 */
export function pickChanged<Values extends FieldValues, Output extends object>(
  form: UseFormReturn<Values, unknown, Output>,
  values: Output,
): Partial<Output> {
  const typed: FieldValues = form.getValues();
  const before: FieldValues = form.formState.defaultValues ?? {};
  const changed = Object.entries(values).filter(([name]) => typed[name] !== before[name]);
  return Object.fromEntries(changed) as Partial<Output>;
}

/**
 * The `meta.failure` of a mutation whose form shows wrong values at their fields. `show` returns false when a field is
 * not in the form: then, and for every other error, there is a notice.
 */
export function fieldsFirst(
  show: (fields: Record<string, string>) => unknown,
  textOf: (error: Error) => string | null = errorText,
): (error: Error) => string | null {
  return (error) => {
    const fields = error instanceof AppError ? error.fields : undefined;
    return fields && show(fields) !== false ? null : textOf(error);
  };
}

/** `fieldsFirst` for a form that was made by useSchemaForm. */
export function formFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  textOf?: (error: Error) => string | null,
): (error: Error) => string | null {
  return fieldsFirst((fields) => showFieldErrors(form, fields), textOf);
}

/** Shows the server's field errors below their fields. Returns whether all of them have one: then no toast is needed. */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: Record<string, string> | undefined,
): boolean {
  const problems = Object.entries(fields ?? {});
  for (const [index, [name, message]] of problems.entries()) {
    form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 });
  }
  return problems.length > 0 && problems.every(([name]) => name in form.getValues());
}

interface ControlProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-required": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** Marks the label; a form with such marks explains the mark. */
  required?: boolean;
  /** Next to the message: a way to solve the error. */
  action?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, and one reserved line for the help or error text, so that errors do not shift the layout. */
export function Field({
  label,
  help,
  error,
  required = false,
  action,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = error !== undefined || help !== undefined;
  return (
    <div className={cn("min-w-0", className)}>
      <label
        htmlFor={id}
        className={cn("mb-1.5 block w-fit font-medium text-sm", required && requiredClasses)}
      >
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error !== undefined || undefined,
        "aria-required": required || undefined,
        "aria-describedby": hasMessage ? messageId : undefined,
      })}
      <p
        id={messageId}
        className={cn(
          "mt-1 min-h-5 text-[0.8125rem] leading-5",
          error ? "text-danger-text" : "text-muted-foreground",
        )}
      >
        {error ?? help}
      </p>
      {action}
    </div>
  );
}

/** Explains the mark of required fields. */
export function RequiredNote() {
  return (
    <p className="mb-3 text-[0.8125rem] text-muted-foreground">
      Campos com <span className="text-danger-text">*</span> são obrigatórios.
    </p>
  );
}

/** Drawn, not read out: screen readers learn it from aria-required. */
const requiredClasses = "after:ml-0.5 after:text-danger-text after:content-['*'_/_'']";
