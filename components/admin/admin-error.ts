import type { FieldValues, UseFormReturn } from "react-hook-form";
import { notifyError } from "@/components/shared/feedback/notify";
import { showFieldErrors } from "@/components/shared/forms/form";
import { AppError } from "@/lib/errors";

/** Returns the error's own text if the administrator caused it, else `fallback`. */
export function getAdminErrorText(error: unknown, fallback: string): string {
  return error instanceof AppError && error.status < 500 && error.message
    ? error.message
    : fallback;
}

export function showAdminError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  fallback: string,
): void {
  if (error instanceof AppError) showFieldErrors(form, error.fields);
  notifyError(getAdminErrorText(error, fallback));
}
