import * as z from "zod/mini";

const DAMAGED = "Chave de acesso ilegível.";

/** Bytes as WebAuthn's JSON writes them. */
export function base64Url(maxLength: number) {
  return z
    .string({ error: DAMAGED })
    .check(z.minLength(1, DAMAGED), z.maxLength(maxLength, DAMAGED), z.regex(/^[\w-]+$/, DAMAGED));
}

/** 1023 bytes at most, by the standard. */
export const CredentialId = base64Url(1_364);
export const ClientData = base64Url(4_000);

/** What a passkey signed: the fields of WebAuthn's `AuthenticationResponseJSON`. */
export const PasskeyAnswer = z.strictObject({
  credential_id: CredentialId,
  client_data: ClientData.check(z.describe("`clientDataJSON`.")),
  authenticator_data: base64Url(4_000),
  signature: base64Url(4_000),
  user_handle: z.optional(base64Url(90)),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
