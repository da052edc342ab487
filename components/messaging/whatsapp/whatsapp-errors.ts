import { isError } from "@/lib/error-text";

/** The sentence for a failure, unless the token was rejected. */
export const whatsappFailure = (sentence: string) => (error: unknown) =>
  isError(error, "unauthenticated") ? "Token de autenticação inválido" : sentence;
