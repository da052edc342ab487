import * as z from "zod/mini";
import { OptionalCode } from "@/lib/contracts/accounts/account-proof";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { emailAddress, WhatsappNumber } from "@/lib/contracts/shared/fields";
import { PLANS } from "@/lib/domain/plans/plan";
import { requiredText } from "@/lib/domain/text/required-text";

const PASSWORD_MIN_LENGTH = 8;
const PASSWORD_MAX_LENGTH = 200;

export const Credentials = z.strictObject({
  email: z
    .string({ error: "Informar o e-mail de login!" })
    .check(
      z.trim(),
      z.minLength(1, "Informar o e-mail de login!"),
      z.maxLength(254, "E-mail longo demais."),
    ),
  password: z
    .string({ error: "Informar a senha de login!" })
    .check(
      z.minLength(1, "Informar a senha de login!"),
      z.maxLength(PASSWORD_MAX_LENGTH, "A senha deve conter no máximo 200 caracteres!"),
    ),
});
export type Credentials = z.infer<typeof Credentials>;

/** With the second factor's code, where the account asks for one. */
const Login = z.extend(Credentials, {
  code: OptionalCode,
});
export type Login = z.infer<typeof Login>;

/** Passwords are never trimmed: leading and trailing spaces are part of the secret. */
export const NewPassword = z
  .string({ error: "Informe uma senha." })
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, "A senha deve conter ao menos 8 caracteres!"),
    z.maxLength(PASSWORD_MAX_LENGTH, "A senha deve conter no máximo 200 caracteres!"),
  );

export const Registration = z.strictObject({
  name: requiredText("Informe seu nome.", 120),
  email: emailAddress("Informe seu e-mail."),
  whatsapp: WhatsappNumber,
  password: NewPassword,
});
export type Registration = z.input<typeof Registration>;

export const RecoveryRequest = z.strictObject({
  email: emailAddress("Informar o e-mail para recuperação!"),
});

/** A missing token is reported before any other error. */
const NO_TOKEN = "Não autorizado!";

const PasswordReset = z.strictObject({
  token: z
    .string({ error: NO_TOKEN })
    .check(z.minLength(1, NO_TOKEN), z.maxLength(200, "Token inválido ou ausente.")),
  new_password: NewPassword,
});

export const CONFIRMATION_TEXT = "Comfirme a senha corretamente!";

/** The reset form: the token comes from the URL, the confirmation is not sent. */
export const NewPasswordForm = z
  .object({ new_password: NewPassword, confirmation: z.string() })
  .check(
    z.refine((form) => form.confirmation === form.new_password, {
      error: CONFIRMATION_TEXT,
      path: ["confirmation"],
      // Also checked when the password is too short.
      when: () => true,
    }),
  );

export const SessionUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const LoginAnswer = z.object({ token: z.string(), user: SessionUser });

const login = {
  method: "POST",
  access: "public",
  body: Login,
  response: LoginAnswer,
  errors: ["invalid_credentials", "second_factor_required", "invalid_second_factor"],
  rateLimit: { points: 60, windowSeconds: 60 },
} as const;

export const auth = {
  login: endpoint({ ...login, path: "/api/auth", summary: "Log in with e-mail and password" }),
  loginAlias: endpoint({ ...login, path: "/api/login", summary: "Log in (second name)" }),
  logout: endpoint({
    method: "POST",
    path: "/api/logout",
    // A browser that lost its token still has the cookie and must be able to log out.
    access: "public",
    summary: "End the session of this request and clear the cookie",
    response: z.object({ success: z.boolean() }),
  }),
  register: endpoint({
    method: "POST",
    path: "/api/create_user",
    access: "public",
    summary: "Register a new account",
    body: Registration,
    status: 201,
    response: z.object({ user: SessionUser }),
    rateLimit: { points: 40, windowSeconds: 60 },
    // Many people of a phone company share an address.
    dailyLimit: 200,
    invalidInput: "Preencha todos os campos corretamente!",
  }),
  requestReset: endpoint({
    method: "POST",
    path: "/api/reset_password",
    access: "public",
    summary: "Mail a link to set a new password; the answer tells nothing about the account",
    body: RecoveryRequest,
    response: z.object({ success: z.boolean(), message: z.string() }),
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  confirmReset: endpoint({
    method: "POST",
    path: "/api/reset_password_confirm",
    access: "public",
    summary: "Set a new password with the token of the link; ends every session of the account",
    body: PasswordReset,
    response: z.object({ success: z.boolean() }),
    rateLimit: { points: 20, windowSeconds: 60 },
    invalidInput: ({ token }) => token ?? "",
  }),
};
