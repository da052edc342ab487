import * as z from "zod/mini";
import { PLANS } from "@/lib/domain/plan";
import { endpoint } from "./endpoint";
import { requiredText, WhatsappNumber } from "./fields";

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

/** Passwords are never trimmed: a blank at either end is part of the secret. */
const NewPassword = z
  .string({ error: "Informe uma senha." })
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, "A senha deve conter ao menos 8 caracteres!"),
    z.maxLength(PASSWORD_MAX_LENGTH, "A senha deve conter no máximo 200 caracteres!"),
  );

export const Registration = z.strictObject({
  name: requiredText("Informe seu nome.", 120),
  email: z
    .string({ error: "Informe seu e-mail." })
    .check(
      z.trim(),
      z.minLength(1, "Informe seu e-mail."),
      z.maxLength(254, "E-mail longo demais."),
      z.email("Informe um e-mail válido."),
    ),
  whatsapp: WhatsappNumber,
  password: NewPassword,
});
export type Registration = z.input<typeof Registration>;

export const SessionUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
});
export type SessionUser = z.infer<typeof SessionUser>;

const LoginAnswer = z.object({ token: z.string(), user: SessionUser });

const login = {
  method: "POST",
  access: "public",
  body: Credentials,
  response: LoginAnswer,
  rateLimit: { points: 30, windowSeconds: 60 },
} as const;

export const auth = {
  login: endpoint({ ...login, path: "/api/auth", summary: "Log in with e-mail and password" }),
  loginAlias: endpoint({ ...login, path: "/api/login", summary: "Log in (second name)" }),
  logout: endpoint({
    method: "POST",
    path: "/api/logout",
    // A browser that lost its token still has the cookie, and must be able to leave.
    access: "public",
    summary: "End this session, whoever's it is, and take the cookie back",
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
    rateLimit: { points: 20, windowSeconds: 60 },
    invalidInput: "Preencha todos os campos corretamente!",
  }),
};
