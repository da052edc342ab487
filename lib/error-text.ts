import { errorCopy } from "@/lib/error-copy";
import { AppError } from "@/lib/errors";

export const NO_CREDITS_TEXT = "Você não possui créditos suficientes para realizar esta operação.";

/**
 * The Portuguese message for any thrown value: the server's own if it sent one, otherwise the one for its code. The API
 * words missing credits in English.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof AppError)) return errorCopy.internal;
  if (error.code === "insufficient_credits") return NO_CREDITS_TEXT;
  return error.message || errorCopy[error.code];
}

/** WhatsApp number errors are English in the API; screens show this text. */
export const INVALID_WHATSAPP_TEXT = "Por favor, insira um número de WhatsApp válido";

/** The text of a lead's error on a screen; the API may word an error about its number in English. */
export function whatsappErrorText(error: unknown): string {
  const text = errorText(error);
  if (text.startsWith("Invalid WhatsApp number")) return INVALID_WHATSAPP_TEXT;
  if (/whatsapp/i.test(text)) return `Erro no WhatsApp: ${text}`;
  return isError(error, "invalid_whatsapp_number") ? "Erro ao processar número do WhatsApp" : text;
}

export function isError(error: unknown, code: AppError["code"]): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** The server's error for one field of a form. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof AppError ? error.fields?.[field] : undefined;
}
