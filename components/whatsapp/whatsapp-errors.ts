import { isError } from "@/lib/error-text";

/** The failed call's own sentence, unless it failed because the token was refused. */
export function getWhatsappErrorText(error: unknown, sentence: string): string {
  return isError(error, "unauthenticated") ? "Token de autenticação inválido" : sentence;
}
