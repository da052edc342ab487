import * as z from "zod/mini";
import { PasskeyAnswer } from "./passkey-answer";

const PASSWORD = "Informe a senha atual.";

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

/**
 * The proof that is required again before a dangerous action: the password, and a code if the account has a second
 * factor. A passkey replaces both.
 */
export const AccountProof = z.strictObject({
  current_password: z.optional(
    z
      .string({ error: PASSWORD })
      .check(z.minLength(1, PASSWORD), z.maxLength(200, "Senha atual incorreta.")),
  ),
  code: OptionalCode,
  passkey: z.optional(
    PasskeyAnswer.check(
      z.describe("In place of both: the answer to a challenge of `POST /api/passkeys/proof`."),
    ),
  ),
});
/** One limit for all endpoints that ask for the proof, so that a stolen session gets no more guesses by using several of them. */
export const PROOF_LIMIT = { name: "proofs", points: 20, windowSeconds: 15 * 60 } as const;
export type AccountProof = z.infer<typeof AccountProof>;
