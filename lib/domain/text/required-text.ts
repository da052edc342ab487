import * as z from "zod/mini";

/** A required line of text; `message` is shown when it is blank. */
export function requiredText(message: string, maxLength = 200) {
  return z
    .string({ error: message })
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(maxLength, `Use no máximo ${maxLength} caracteres.`),
    );
}
