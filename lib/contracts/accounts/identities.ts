import * as z from "zod/mini";
import { AccountProof, OptionalCode, PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { SessionUser } from "@/lib/contracts/accounts/auth";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { SIGN_IN_PROVIDERS } from "@/lib/domain/accounts/sign-in-providers";
import { PasskeyAnswer } from "./passkey-answer";

const OVER = "Esta entrada expirou ou já foi usada. Comece de novo.";

const Provider = z
  .enum(SIGN_IN_PROVIDERS, { error: "Esta forma de entrar não existe." })
  .check(z.describe("Who vouches for the person: `oidc` is the one that the installation names."));

/** What an issuer appends to the address by which it sends a person back; the rest of it says nothing. */
const FromIssuer = z.string({ error: OVER }).check(z.maxLength(4_000, OVER));

const Start = z.strictObject({
  provider: Provider,
  next: z.optional(
    z
      .string()
      .check(
        z.maxLength(2_000, "Endereço longo demais."),
        z.describe("The path of a screen to go to once signed in."),
      ),
  ),
});

const Return = z.strictObject({
  state: FromIssuer.check(z.minLength(1, OVER)),
  code: z.optional(FromIssuer.check(z.describe("What the issuer gave the browser, for once."))),
  error: z.optional(FromIssuer.check(z.describe("Why the issuer did not vouch for anybody."))),
  iss: z.optional(FromIssuer.check(z.describe("The issuer, where it names itself."))),
});
export type Returned = z.input<typeof Return>;

const Proof = z.strictObject({
  password: z.optional(
    z.string().check(z.maxLength(200, "A senha deve conter no máximo 200 caracteres!")),
  ),
  code: OptionalCode,
  passkey: z.optional(
    PasskeyAnswer.check(
      z.describe(
        "In place of both: the answer to a challenge of `POST /api/passkeys/sign_in/start`.",
      ),
    ),
  ),
});
export type Proof = z.infer<typeof Proof>;

const Away = z.object({
  address: z.string().check(z.describe("Where the browser is to go: a page of the issuer.")),
});

const Step = z.object({
  step: z
    .enum(["signed_in", "linked", "code", "password", "registration"])
    .check(
      z.describe(
        "`signed_in` or `linked`; else what is still to be given: the second factor's code, the password of the account with this e-mail, or a registration.",
      ),
    ),
  provider: Provider,
  /** The provider, as people know it. */
  issuer: z.string(),
  token: z.nullable(z.string()),
  user: z.nullable(SessionUser),
  next: z.nullable(z.string()),
  /** The person's e-mail and name, as the issuer knows them; only where an account has to be linked or created. */
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
});
export type SignInStep = z.infer<typeof Step>;

export const signIn = {
  start: endpoint({
    method: "POST",
    path: "/api/sign_in",
    access: "public",
    summary: "Begin a sign-in by an issuer; the answer's cookie binds it to this browser",
    body: Start,
    response: Away,
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  return: endpoint({
    method: "POST",
    path: "/api/sign_in/return",
    access: "public",
    summary: "Go on with what the issuer sent the browser back with; each return counts once",
    body: Return,
    response: Step,
    errors: ["invalid_credentials", "sign_in_refused", "issuer_required", "sign_in_over"],
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  prove: endpoint({
    method: "POST",
    path: "/api/sign_in/prove",
    access: "public",
    summary: "Give what a sign-in by an issuer still lacks: a code, or the account's password",
    body: Proof,
    response: Step,
    errors: [
      "invalid_credentials",
      "second_factor_required",
      "invalid_second_factor",
      "issuer_required",
      "sign_in_over",
    ],
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
};

const Linked = z.object({
  email: z.string(),
  linked_at: Instant,
  last_used_at: z.nullable(Instant),
  required: z.boolean().check(z.describe("Nothing else opens the account.")),
});

const Way = z.object({
  provider: Provider,
  name: z.string(),
  /** Null for one that the installation no longer offers. */
  offered: z.boolean().check(z.describe("Whether the installation still offers it.")),
  linked: z.nullable(Linked),
});
export type SignInWay = z.infer<typeof Way>;

const sensitive = {
  method: "POST",
  access: "member",
  scope: "session",
  secretBody: true,
  rateLimit: PROOF_LIMIT,
} as const;

const ProvenAct = z.extend(AccountProof, { provider: Provider });
export type ProvenAct = z.infer<typeof ProvenAct>;

export const identities = {
  list: endpoint({
    method: "GET",
    path: "/api/identities",
    access: "member",
    scope: "session",
    summary: "Which issuers may vouch for the account at the login",
    response: z.object({ ways: z.array(Way) }),
  }),
  link: endpoint({
    ...sensitive,
    path: "/api/identities/link",
    summary: "Begin to link an identity; the issuer sends the browser back to be linked",
    body: ProvenAct,
    response: Away,
  }),
  unlink: endpoint({
    ...sensitive,
    path: "/api/identities/unlink",
    summary: "Unlink an identity; one that is required stays",
    body: ProvenAct,
    response: z.object({ success: z.boolean() }),
  }),
  require: endpoint({
    ...sensitive,
    path: "/api/identities/require",
    summary:
      "Have nothing but an identity open the account, or take that back; ends other sessions",
    body: z.extend(ProvenAct, {
      required: z
        .boolean({ error: "Valor inválido." })
        .check(z.describe("Whether nothing else opens the account.")),
    }),
    response: z.object({ success: z.boolean() }),
  }),
};
