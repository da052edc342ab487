import * as z from "zod/mini";
import { AccountProof, PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { LoginAnswer } from "@/lib/contracts/accounts/auth";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { PASSKEY_NAME_MAX_LENGTH, PASSKEY_TRANSPORTS } from "@/lib/domain/accounts/passkeys";
import { requiredText } from "@/lib/domain/text/required-text";
import { base64Url, ClientData, CredentialId, PasskeyAnswer } from "./passkey-answer";

const Name = requiredText("Dê um nome à chave de acesso.", PASSKEY_NAME_MAX_LENGTH);

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  backed_up: z
    .boolean()
    .check(z.describe("The person's cloud keeps it, too: it outlives the device.")),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

const Descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.enum(PASSKEY_TRANSPORTS)),
});

const Options = {
  challenge: z.string().check(z.describe("Valid for five minutes and one answer.")),
  timeout: z.number(),
};

/** As `navigator.credentials.create` takes them, in WebAuthn's JSON. */
const CreationOptions = z.object({
  ...Options,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.boolean(),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** As `navigator.credentials.get` takes them. */
const RequestOptions = z.object({
  ...Options,
  rpId: z.string(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal("required"),
});

const NewPasskey = z.strictObject({
  name: Name,
  credential_id: CredentialId,
  client_data: ClientData.check(z.describe("`clientDataJSON`.")),
  attestation: base64Url(16_000).check(z.describe("`attestationObject`.")),
  transports: arrayOf(z.enum(PASSKEY_TRANSPORTS, { error: "Meio desconhecido." }), {
    max: PASSKEY_TRANSPORTS.length,
    error: "Envie uma lista de meios.",
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

const PasskeyName = z.strictObject({ name: Name });

const forSessions = { access: "member", scope: "session" } as const;
const sensitive = {
  ...forSessions,
  method: "POST",
  secretBody: true,
  rateLimit: { points: 20, windowSeconds: 15 * 60 },
} as const;

export const passkeys = {
  list: endpoint({
    ...forSessions,
    method: "GET",
    path: "/api/passkeys",
    whileUnprotected: true,
    summary: "My passkeys, oldest first",
    response: z.object({ passkeys: z.array(Passkey) }),
  }),
  start: endpoint({
    ...sensitive,
    path: "/api/passkeys/start",
    rateLimit: PROOF_LIMIT,
    whileUnprotected: true,
    summary: "Begin to add a passkey: what the browser needs to have one made",
    body: AccountProof,
    response: z.object({ options: CreationOptions }),
  }),
  add: endpoint({
    ...sensitive,
    path: "/api/passkeys",
    whileUnprotected: true,
    summary: "Add the passkey that a device has made; it signs in by itself from now on",
    body: NewPasskey,
    status: 201,
    response: z.object({ passkey: Passkey }),
  }),
  rename: endpoint({
    ...forSessions,
    method: "PATCH",
    path: "/api/passkeys/{id}",
    summary: "Give a passkey another name",
    params: IdParam,
    body: PasskeyName,
    response: z.object({ passkey: Passkey }),
  }),
  remove: endpoint({
    ...sensitive,
    path: "/api/passkeys/{id}/remove",
    rateLimit: PROOF_LIMIT,
    summary: "Remove a passkey, which signs in no more",
    params: IdParam,
    body: AccountProof,
    response: z.object({ success: z.literal(true) }),
  }),
  prove: endpoint({
    ...sensitive,
    path: "/api/passkeys/proof",
    whileLeaving: true,
    summary: "A challenge whose answer stands for password and code where they are asked for again",
    response: z.object({ options: RequestOptions }),
  }),
  startSignIn: endpoint({
    method: "POST",
    path: "/api/passkeys/sign_in/start",
    access: "public",
    summary: "A challenge to sign in with; nothing is asked about the account",
    response: z.object({ options: RequestOptions }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  signIn: endpoint({
    method: "POST",
    path: "/api/passkeys/sign_in",
    access: "public",
    summary: "Sign in with a passkey, in place of password and code",
    body: PasskeyAnswer,
    response: LoginAnswer,
    errors: ["invalid_credentials"],
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
};
