import type { Proof, SignInStep } from "@/lib/contracts/accounts/identities";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import * as identities from "@/server/accounts/identities/identities.repository";
import { linkIdentity, markUsed } from "@/server/accounts/identities/identities.service";
import { nameOf } from "@/server/accounts/identities/issuers.service";
import { takeAnswer } from "@/server/accounts/passkeys/passkey-answers.service";
import { checkSecondFactor } from "@/server/accounts/second-factor/second-factor.service";
import {
  type CallerNetwork,
  checkCredentials,
  requireFactor,
} from "@/server/accounts/users/login.service";
import { proveMailbox } from "@/server/accounts/users/mailbox.service";
import { openSignedIn } from "@/server/accounts/users/sign-in.service";
import {
  findUser,
  findUserByIdOrEmail,
  type UserRow,
} from "@/server/accounts/users/users.repository";
import type { PersonId } from "@/server/platform/actor";
import { type Client, findLiveSession } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { logger } from "@/server/platform/logger";
import { hashToken } from "@/server/platform/secrets";
import * as attempts from "./attempts.repository";
import { finishAtIssuer } from "./attempts.service";
import type { Returned, Vouched } from "./issuer.gateway";

/** How many wrong codes or passwords a sign-in allows before it has to start again. */
const MOST_TRIES = 10;

/** How far a sign-in has come; `sessionId` is that of a session that was opened. */
interface Reached {
  step: SignInStep;
  sessionId?: string;
}

/** A person whose e-mail the issuer verified. */
type Verified = Vouched & { email: string };

/**
 * Continues a sign-in with the issuer's answer that the browser brought back. Signs in a known identity, links one that
 * an account asked for, and otherwise returns what is still missing.
 * @throws AppError sign_in_over, sign_in_refused, invalid_credentials, issuer_required, conflict, unavailable
 */
export async function goOn(
  token: string,
  returned: Returned,
  client: Client,
  network: string,
): Promise<Reached> {
  const { attempt, person } = await finishAtIssuer(token, returned);
  if (attempt.session_id !== null) return { step: await linkAsked(attempt, person) };
  const { provider, next_path: next } = attempt;
  const personId = await identities.findPersonOf(person);
  if (personId !== null) {
    const user = await requireActive(personId);
    if ((await checkSecondFactor(personId, undefined)) !== "off") {
      const email = person.email ?? user.email;
      await attempts.keepStep(hashToken(token), { ...person, step: "code", personId, email });
      return { step: toStep(provider, "code") };
    }
    return transaction(async () => {
      await attempts.deleteAttempt(hashToken(token));
      return open(user, person, { provider, next, client, network });
    });
  }
  const { email, name, ...subject } = requireVerified(provider, person);
  const holder = await findUserByIdOrEmail(null, email);
  const step = holder ? "password" : "registration";
  await attempts.keepStep(hashToken(token), { ...subject, step, personId: null, email });
  return { step: toStep(provider, step, { email, name }) };
}

/** An attempt that waits for a code or a password, with this try counted. @throws AppError sign_in_over */
export async function beginProof(token: string): Promise<attempts.OpenAttempt & { token: string }> {
  const open = await attempts.countTry(hashToken(token), MOST_TRIES);
  if (!open) throw new AppError("sign_in_over");
  return { ...open, token };
}

/** The e-mail of the account to be proved: attempts on it are counted. @throws AppError sign_in_over */
export async function readProvenEmail(proof: attempts.OpenAttempt): Promise<string> {
  if (proof.user_id === null) return proof.email;
  return (await requireActive(proof.user_id)).email;
}

/**
 * Signs in with the code that the account requires, or links the identity to the account whose password is given; one
 * of the account's passkeys is accepted instead of either.
 * @throws AppError as checkCredentials; invalid_input without a password; sign_in_over; issuer_required; conflict
 */
export async function prove(
  proof: attempts.OpenAttempt & { token: string },
  given: Proof,
  client: Client,
  from: CallerNetwork,
): Promise<Reached> {
  const { provider, next_path: next, user_id: personId, token } = proof;
  const user = await requireHolder(proof, given, client, from);
  return transaction(async () => {
    // Another request with the same proof may have been faster.
    if (!(await attempts.takeOpen(hashToken(token)))) throw new AppError("sign_in_over");
    if (personId === null) await link(user.id, pickIdentity(proof));
    return open(user, proof, { provider, next, client, network: from.network });
  });
}

/** Returns the account that the sign-in opens, after its holder gave what was missing. */
async function requireHolder(
  { email, user_id: personId }: attempts.OpenAttempt,
  { password = "", code, passkey }: Proof,
  client: Client,
  from: CallerNetwork,
): Promise<UserRow & { password_hash?: string }> {
  if (passkey) {
    const holderId = personId ?? (await findUserByIdOrEmail(null, email))?.id;
    const provenId = await takeAnswer(passkey, "sign-in", null);
    if (provenId !== null && provenId === holderId) return requireActive(provenId);
    throw new AppError("invalid_second_factor", "A chave de acesso não é desta conta.");
  }
  if (personId !== null) {
    const user = await requireActive(personId);
    await requireFactor(personId, code);
    return user;
  }
  if (password === "") throw missingPassword();
  return checkCredentials({ email, password, code }, client, from);
}

/**
 * Links an identity that an issuer vouched for to the account that was just registered with the same e-mail. Joins the
 * current transaction.
 */
export async function linkRegistered(token: string | null, user: UserRow): Promise<void> {
  const open = token === null ? null : await attempts.takeOpen(hashToken(token));
  if (open?.step === "registration" && open.email === user.email) {
    await link(user.id, pickIdentity(open));
  }
}

/**
 * The account was proved when it asked for the link: its session must still exist, and stays until the identity is
 * linked.
 */
async function linkAsked(
  { provider, user_id, session_id }: attempts.BegunAttempt,
  person: Vouched,
): Promise<SignInStep> {
  const session = session_id === null ? null : await findLiveSession(session_id);
  if (!session || session.user_id !== user_id || session.deletion_at) {
    throw new AppError("sign_in_over");
  }
  const verified = requireVerified(provider, person);
  const { user_id: personId, account_id: ownerId } = session;
  await transaction(async () => {
    await holdSession({ ownerId, personId, sessionId: session.session_id });
    await link(personId, pickIdentity({ provider, ...verified }));
  });
  return toStep(provider, "linked");
}

/** An issuer that vouches for the account's own e-mail proves who holds the mailbox. Joins the current transaction. */
async function link(
  personId: PersonId,
  identity: Parameters<typeof linkIdentity>[1],
): Promise<void> {
  await transaction(async () => {
    await linkIdentity(personId, identity);
    await proveMailbox(personId, identity.email);
  });
}

async function open(
  user: UserRow & { password_hash?: string },
  person: identities.Subject,
  by: { provider: SignInProvider; next: string | null; client: Client; network: string },
): Promise<Reached> {
  // It may have been unlinked meanwhile.
  if (!(await markUsed(user.id, person))) throw new AppError("sign_in_over");
  const opened = await openSignedIn(user, by.client, by.network, by.provider);
  const { token, user: signedIn, sessionId } = opened;
  const given = { token, user: signedIn, next: by.next };
  return { step: toStep(by.provider, "signed_in", given), sessionId };
}

/** @throws AppError invalid_credentials, as for a password */
async function requireActive(personId: PersonId): Promise<UserRow> {
  const user = await findUser(personId);
  if (!user?.is_active) throw new AppError("invalid_credentials");
  return user;
}

function requireVerified(provider: SignInProvider, person: Vouched): Verified {
  const { email, isVerified } = person;
  if (email !== null && isVerified) return { ...person, email };
  const name = nameOf(provider);
  logger.warn({ provider, email: email === null ? "none" : "not verified" }, "issuer");
  throw new AppError(
    "sign_in_refused",
    email === null
      ? `${name} não informou o seu e-mail, e nada foi ligado. Permita o acesso ao e-mail lá e tente de novo, ou entre com a senha.`
      : `${name} ainda não confirmou o seu e-mail, e nada foi ligado. Confirme-o lá e tente de novo, ou entre com a senha.`,
  );
}

function pickIdentity({
  provider,
  issuer,
  subject,
  email,
}: identities.Subject & { provider: SignInProvider; email: string }) {
  return { provider, issuer, subject, email };
}

function missingPassword(): AppError {
  const sentence = "Informe a senha da sua conta.";
  return new AppError("invalid_input", sentence, { fields: { password: sentence } });
}

function toStep(
  provider: SignInProvider,
  step: SignInStep["step"],
  given: Partial<Pick<SignInStep, "token" | "user" | "next" | "email" | "name">> = {},
): SignInStep {
  const nothing = { token: null, user: null, next: null, email: null, name: null };
  return { step, provider, issuer: nameOf(provider), ...nothing, ...given };
}
