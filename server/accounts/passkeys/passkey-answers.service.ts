import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { profilePaths } from "@/lib/paths";
import type { UserId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { logger } from "@/server/platform/logger";
import { countRecentMails, notifyOwner } from "@/server/platform/mail/mail.service";
import {
  CHALLENGE_MS,
  type Challenge,
  createChallenge,
  getRelyingParty,
  getUserHandle,
  openChallenge,
  type Purpose,
} from "./passkey-challenges.service";
import * as repository from "./passkeys.repository";
import { listCredentials } from "./passkeys.service";

/** The owner is notified of a copied passkey once within this time. */
const EPISODE_HOURS = 24;

/**
 * A challenge for one of the account's passkeys; without an account, for any passkey on the device, whose answer names
 * it.
 */
export async function askForPasskey(purpose: "sign-in" | "prove", userId: UserId | null) {
  const options = {
    challenge: createChallenge(purpose, userId),
    timeout: CHALLENGE_MS,
    rpId: getRelyingParty().id,
    allowCredentials: userId === null ? [] : await listCredentials(userId),
    userVerification: "required" as const,
  };
  return { options };
}

/**
 * Returns the owner of the passkey that answered; with `userId`, only that user's passkeys count. Null for an answer
 * that is wrong, late, or given before. Also null when the passkey's counter is lower than seen before: somebody has a
 * copy of it, and the owner is notified.
 */
export async function takeAnswer(
  answer: PasskeyAnswer,
  purpose: Purpose,
  userId: UserId | null,
): Promise<UserId | null> {
  const passkey = await repository.findPasskeyKey(Buffer.from(answer.credential_id, "base64url"));
  if (!passkey || (userId !== null && passkey.owner_id !== userId)) return null;
  const verified = await verify(answer, purpose, passkey, userId);
  if (!verified) return null;
  const { owner_id: ownerId, id } = passkey;
  const { challenge, use } = verified;
  return transaction(async () => {
    if (!(await repository.keepAnswer(ownerId, challenge.hash, challenge.expiresAt))) return null;
    const counted = await repository.countUse(ownerId, id, use);
    if (counted === "behind") await warnOwner(ownerId);
    return counted === "counted" ? ownerId : null;
  });
}

async function warnOwner(ownerId: UserId): Promise<void> {
  if ((await countRecentMails(ownerId, "passkey_copied", EPISODE_HOURS)) > 0) return;
  await notifyOwner(ownerId, "passkey_copied", profilePaths.passkeys);
}

async function verify(
  answer: PasskeyAnswer,
  purpose: Purpose,
  passkey: repository.PasskeyKeyRow,
  userId: UserId | null,
) {
  const handle = getUserHandle(passkey.owner_id);
  if (answer.user_handle !== undefined && answer.user_handle !== handle) return null;
  let opened: Challenge | null = null;
  const { origin, id: rpId } = getRelyingParty();
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.credential_id,
        rawId: answer.credential_id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.client_data,
          authenticatorData: answer.authenticator_data,
          signature: answer.signature,
        },
      },
      expectedChallenge: (challenge) => {
        opened = openChallenge(challenge, purpose);
        return opened?.userId === userId;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The counter is compared where it is written, so that of two simultaneous answers one is refused.
      credential: { id: answer.credential_id, publicKey: passkey.public_key, counter: 0 },
    });
    if (!verified || !opened) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return {
      challenge: opened as Challenge,
      use: { counter: newCounter, backedUp: credentialBackedUp },
    };
  } catch (error) {
    logger.debug({ err: error }, "passkey refused");
    return null;
  }
}
