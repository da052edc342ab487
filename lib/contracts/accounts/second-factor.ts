import * as z from "zod/mini";
import { AccountProof, PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";

const CODE = "Informe o código.";

/** Six digits of the app, or a recovery code; blanks and dashes do not matter. */
const SecondFactorCode = z
  .string({ error: CODE })
  .check(
    z.trim(),
    z.minLength(1, CODE),
    z.maxLength(40, "Código incorreto."),
    z.describe("Six digits of the app, or a recovery code."),
  );

const SecondFactorConfirmation = z.strictObject({ code: SecondFactorCode });

const RecoveryCodes = z
  .array(z.string())
  .check(z.describe("Each signs in once in place of the app. They are not shown again."));

const sensitive = {
  method: "POST",
  access: "member",
  scope: "session",
  secretBody: true,
  rateLimit: PROOF_LIMIT,
} as const;

export const secondFactor = {
  get: endpoint({
    method: "GET",
    path: "/api/second_factor",
    access: "member",
    scope: "session",
    whileUnprotected: true,
    summary: "Whether signing in asks for a code beside the password",
    response: z.object({
      enabled: z.boolean(),
      enabled_at: z.nullable(Instant),
      recovery_codes_left: z.number(),
      passkeys: z.number().check(z.describe("How many passkeys the account has.")),
    }),
  }),
  setUp: endpoint({
    ...sensitive,
    path: "/api/second_factor",
    whileUnprotected: true,
    summary: "Make a new secret for an app; it counts when a code of it confirms it",
    body: AccountProof,
    response: z.object({
      secret: z.string().check(z.describe("To be typed into the app, in base 32.")),
      address: z.string().check(z.describe("The same as an address for apps, `otpauth://`.")),
      image: z.string().check(z.describe("The address as a QR code, a picture in a data URL.")),
    }),
  }),
  confirm: endpoint({
    ...sensitive,
    path: "/api/second_factor/confirm",
    whileUnprotected: true,
    summary: "Switch the second factor on with a first code; ends every other session",
    body: SecondFactorConfirmation,
    response: z.object({ recovery_codes: RecoveryCodes }),
  }),
  renewCodes: endpoint({
    ...sensitive,
    path: "/api/second_factor/recovery_codes",
    summary: "Make new recovery codes; those before are no longer valid",
    body: AccountProof,
    response: z.object({ recovery_codes: RecoveryCodes }),
  }),
  disable: endpoint({
    ...sensitive,
    path: "/api/second_factor/disable",
    summary: "Switch the second factor off",
    body: AccountProof,
    response: z.object({ success: z.boolean() }),
  }),
};
