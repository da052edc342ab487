import { errorCopy } from "@/lib/error-copy";
import { AppError } from "@/lib/errors";

/** The Portuguese sentence for whatever was thrown: the server's own when it sent one, this product's otherwise. */
export function errorText(error: unknown): string {
  if (!(error instanceof AppError)) return errorCopy.internal;
  return error.message || errorCopy[error.code];
}

/** The texts about a WhatsApp number are English on the wire; a person reads this one. */
export const INVALID_WHATSAPP_TEXT = "Por favor, insira um número de WhatsApp válido";

export const NO_CREDITS_TEXT = "Você não possui créditos suficientes para realizar esta operação.";

export function isError(error: unknown, code: AppError["code"]): error is AppError {
  return error instanceof AppError && error.code === code;
}
