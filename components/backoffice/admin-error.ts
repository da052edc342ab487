import type { FieldValues, UseFormReturn } from "react-hook-form";
import { showFieldErrors } from "@/components/shared/forms/form";
import { AppError } from "@/lib/errors";

/** Returns the error's own text if the administrator caused it, else `fallback`. */
export function getAdminErrorText(error: unknown, fallback: string): string {
  return error instanceof AppError && error.status < 500 && error.message
    ? error.message
    : fallback;
}

/** Shows field errors below their fields. Returns the error's text if a field is not in the form, else null. */
export function placeAdminError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fallback: string,
): string | null {
  const fields = error instanceof AppError ? error.fields : undefined;
  if (!fields) return getAdminErrorText(error, fallback);
  showFieldErrors(form, fields);
  const isShown = Object.keys(fields).every((name) => name in form.getValues());
  return isShown ? null : getAdminErrorText(error, fallback);
}
