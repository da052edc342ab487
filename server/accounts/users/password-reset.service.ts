import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/errors";
import { paths } from "@/lib/paths";
import {
  findRequiredProvider,
  unlinkIdentitiesOf,
} from "@/server/accounts/identities/identities.service";
import { removePasskeysOf } from "@/server/accounts/passkeys/passkeys.service";
import { switchOffWebhooksOf } from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { revokeApiTokensOf } from "@/server/platform/api-tokens/api-tokens.service";
import { closeSessionsOf } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import {
  type AccessMailKind,
  countRecentMails,
  enqueueMail,
  notifyPerson,
} from "@/server/platform/mail/mail.service";
import { hashToken } from "@/server/platform/secrets";
import { rememberNetwork } from "./attempt-limits.service";
import { proveMailbox } from "./mailbox.service";
import { hashPassword } from "./password.service";
import {
  consumePasswordReset,
  deleteAllPasswordResets,
  findPasswordReset,
  upsertPasswordReset,
} from "./password-reset.repository";
import { findActiveUserByEmail, setPasswordHash } from "./users.repository";

const TOKEN_LIFETIME_MS = 60 * 60_000;
/** Prevents flooding a mailbox by anyone who knows its address. */
const MAILS_PER_HOUR = 5;

/** Mails a link to set a new password if the account exists and is active; the result does not reveal which. */
export async function requestPasswordReset(email: string): Promise<void> {
  await transaction(async () => {
    const user = await findActiveUserByEmail(email);
    if (!user) return;
    // For an account that its password alone does not open, the mail says so.
    const kind =
      (await findRequiredProvider(user.id)) === null ? "password_reset" : "password_reset_issuer";
    if ((await countRecentMails(user.id, kind)) >= MAILS_PER_HOUR) return;
    await mailPasswordLink(user.id, kind);
  });
}

/** Creates the account's only reset token and mails its link. Call inside the transaction that decides this. */
export async function mailPasswordLink(personId: PersonId, kind: AccessMailKind): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + TOKEN_LIFETIME_MS);
  await upsertPasswordReset(personId, hashToken(token), expiresAt);
  const link = new URL(paths.passwordReset, env.APP_URL);
  link.searchParams.set("token", token);
  await enqueueMail({ personId, kind, link: link.toString(), expiresAt });
}

/** Ends further access to the account, such as by its phone; both functions join the transaction. */
interface PhoneWays {
  /** Ends a pairing that an ended session had begun. */
  endOpenPairing: (ownerId: OwnerId) => Promise<void>;
  /** Removes what the account's previous user could still use. Returns how many. */
  takeBack: (ownerId: OwnerId, keptId: PersonId) => Promise<number>;
}

/**
 * Sets the password with a mailed token, consumes the token, ends every session and revokes every API token of the
 * account. The first such token also proves the mailbox: it removes what a user who registered without holding the
 * mailbox left, which are passkeys, identities, webhooks, and what `takeBack` counts. An app's code is still required.
 * @throws AppError invalid_input for a token that is unknown, used, replaced or expired
 */
export async function confirmPasswordReset(
  reset: { token: string; new_password: string },
  network: string,
  { endOpenPairing, takeBack }: PhoneWays,
): Promise<void> {
  const tokenHash = hashToken(reset.token);
  // Checked first: an invalid token must not cost a password hash.
  if (!(await findPasswordReset(tokenHash))) throw invalidTokenError();
  const passwordHash = await hashPassword(reset.new_password, reset.token);
  await transaction(async () => {
    const taken = await consumePasswordReset(tokenHash);
    if (!taken) throw invalidTokenError();
    await setPasswordHash(taken.user_id, passwordHash);
    // Before the sessions end: a sign-in that is using one of these ways ends first, and its session ends with the
    // others.
    if (await proveMailbox(taken.user_id)) {
      await removeOtherWays(taken, takeBack);
    }
    await closeSessionsOf(taken.user_id);
    await endOpenPairing(taken.account_id);
    await revokeApiTokensOf({ ownerId: taken.account_id, personId: taken.user_id });
    // The network that followed the mailed link stays allowed while others guess the account's password.
    await rememberNetwork(taken.user_id, network);
    await recordAction({ ownerId: taken.account_id, personId: taken.user_id }, "password_changed");
    await notifyPerson(taken.user_id, "password_changed");
  });
}

async function removeOtherWays(
  { user_id: personId, account_id: ownerId }: { user_id: PersonId; account_id: OwnerId },
  takeBack: PhoneWays["takeBack"],
): Promise<void> {
  const removed = [
    await removePasskeysOf(personId),
    await unlinkIdentitiesOf(personId),
    await switchOffWebhooksOf(ownerId),
    await takeBack(ownerId, personId),
  ];
  if (removed.some((count) => count > 0)) await notifyPerson(personId, "ways_removed");
}

/** Revokes every mailed link, of every account. Joins the current transaction. */
export async function revokeAllPasswordResets(): Promise<void> {
  await deleteAllPasswordResets();
}

function invalidTokenError() {
  const sentence = "Token inválido ou ausente.";
  return new AppError("invalid_input", sentence, { fields: { token: sentence } });
}
