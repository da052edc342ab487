import { isError } from "@/lib/error-text";

/** Returns the error's own text, unless the token was rejected. */
export function getWhatsappErrorText(error: unknown, sentence: string): string {
  return isError(error, "unauthenticated") ? "Token de autenticação inválido" : sentence;
}
