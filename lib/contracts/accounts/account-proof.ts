import * as z from "zod/mini";

const PASSWORD = "Informe a senha atual.";

/** The account's present password, asked for again. */
export const CurrentPassword = z
  .string({ error: PASSWORD })
  .check(z.minLength(1, PASSWORD), z.maxLength(200, "Senha atual incorreta."));

/** For accounts with a second factor; others leave it out. */
export const OptionalCode = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(40, "Código incorreto."),
      z.describe(
        "Six digits of the app, or a recovery code, where the account has a second factor.",
      ),
    ),
);

/** What is asked for again before a dangerous act: the password, and a code where the account has a second factor. */
export const AccountProof = z.strictObject({
  current_password: CurrentPassword,
  code: OptionalCode,
});
export type AccountProof = z.infer<typeof AccountProof>;
