import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { profilePaths } from "@/lib/paths";
import type { PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { logger } from "@/server/platform/logger";
import { countRecentMails, notifyPerson } from "@/server/platform/mail/mail.service";
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
export async function askForPasskey(purpose: "sign-in" | "prove", personId: PersonId | null) {
  const options = {
    challenge: createChallenge(purpose, personId),
    timeout: CHALLENGE_MS,
    rpId: getRelyingParty().id,
    allowCredentials: personId === null ? [] : await listCredentials(personId),
    userVerification: "required" as const,
  };
  return { options };
}

/**
 * Returns the owner of the passkey that answered; with `personId`, only that user's passkeys count. Null for an answer
 * that is wrong, late, or given before. Also null when the passkey's counter is lower than seen before: somebody has a
 * copy of it, and the owner is notified.
 */
export async function takeAnswer(
  answer: PasskeyAnswer,
  purpose: Purpose,
  personId: PersonId | null,
): Promise<PersonId | null> {
  const passkey = await repository.findPasskeyKey(Buffer.from(answer.credential_id, "base64url"));
  if (!passkey || (personId !== null && passkey.owner_id !== personId)) return null;
  const verified = await verify(answer, purpose, passkey, personId);
  if (!verified) return null;
  const { owner_id: holder, id } = passkey;
  const { challenge, use } = verified;
  return transaction(async () => {
    if (!(await repository.keepAnswer(holder, challenge.hash, challenge.expiresAt))) return null;
    const counted = await repository.countUse(holder, id, use);
    if (counted === "behind") await warnHolder(holder);
    return counted === "counted" ? holder : null;
  });
}

async function warnHolder(personId: PersonId): Promise<void> {
  if ((await countRecentMails(personId, "passkey_copied", EPISODE_HOURS)) > 0) return;
  await notifyPerson(personId, "passkey_copied", profilePaths.passkeys);
}

async function verify(
  answer: PasskeyAnswer,
  purpose: Purpose,
  passkey: repository.PasskeyKeyRow,
  personId: PersonId | null,
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
        return opened?.personId === personId;
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
