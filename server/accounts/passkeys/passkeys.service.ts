import type { NewPasskey } from "@/lib/contracts/accounts/passkeys";
import { MOST_PASSKEYS } from "@/lib/domain/accounts/passkeys";
import { AppError } from "@/lib/errors";
import { profilePaths } from "@/lib/paths";
import { recordOwnAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { logger } from "@/server/platform/logger";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import {
  CHALLENGE_MS,
  type Challenge,
  createChallenge,
  getRelyingParty,
  getUserHandle,
  openChallenge,
} from "./passkey-challenges.service";
import * as repository from "./passkeys.repository";

/** EdDSA, ES256 and RS256, in COSE's numbers: the algorithms that devices have. */
const ALGORITHMS = [-8, -7, -257];

export async function listPasskeys({
  personId,
}: Actor): Promise<{ passkeys: repository.PasskeyRow[] }> {
  return { passkeys: await repository.findPasskeys(personId) };
}

/**
 * The options with which the browser creates a passkey. Call after the account was proved: later, the challenge counts
 * as that proof.
 */
export async function startPasskey({ personId }: Actor, user: { name: string; email: string }) {
  const options = {
    challenge: createChallenge("add", personId),
    timeout: CHALLENGE_MS,
    rp: { id: getRelyingParty().id, name: "Garimpo" },
    user: { id: getUserHandle(personId), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    excludeCredentials: await listCredentials(personId),
    authenticatorSelection: {
      // The device lists its passkeys itself, so that signing in asks for no e-mail.
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
  return { options };
}

/** The account's passkeys, in the form that browsers expect. */
export async function listCredentials(personId: PersonId) {
  const credentials = await repository.findCredentials(personId);
  return credentials.map(({ credential_id, transports }) => ({
    id: Buffer.from(credential_id).toString("base64url"),
    type: "public-key" as const,
    transports,
  }));
}

/**
 * Adds the passkey that a device created.
 * @throws AppError invalid_input for an answer that is wrong, late or given before; conflict when there are too many,
 * or some account has it
 */
export async function addPasskey(
  actor: Actor,
  made: NewPasskey,
): Promise<{ passkey: repository.PasskeyRow }> {
  const { personId } = actor;
  const verified = await verify(actor, made);
  if (!verified) throw refusal();
  const { challenge, credential } = verified;
  return transaction(async () => {
    await holdSession(actor);
    if (!(await repository.keepAnswer(personId, challenge.hash, challenge.expiresAt)))
      throw refusal();
    const row = await repository.insertPasskey(
      personId,
      { ...credential, transports: [...new Set(made.transports)], name: made.name },
      MOST_PASSKEYS,
    );
    if (!row) {
      const isFull = (await repository.countPasskeys(personId)) >= MOST_PASSKEYS;
      throw new AppError(
        "conflict",
        isFull
          ? `Você pode ter até ${MOST_PASSKEYS} chaves de acesso.`
          : "Esta chave de acesso já está em uma conta.",
      );
    }
    await recordOwnAction(personId, "passkey_added", { name: made.name });
    await notifyPerson(personId, "passkey_added", profilePaths.passkeys);
    return { passkey: row };
  });
}

function refusal(): AppError {
  return new AppError("invalid_input", "A chave de acesso não foi aceita. Comece de novo.");
}

async function verify({ personId }: Actor, made: NewPasskey) {
  let opened: Challenge | null = null;
  const { origin, id: rpId } = getRelyingParty();
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.credential_id,
        rawId: made.credential_id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: made.client_data,
          attestationObject: await withoutAttestation(made.attestation),
          transports: made.transports,
        },
      },
      expectedChallenge: (challenge) => {
        opened = openChallenge(challenge, "add");
        return opened?.personId === personId;
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || !opened || registrationInfo.credential.id !== made.credential_id) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    await requireUsable(credential.publicKey);
    return {
      challenge: opened as Challenge,
      credential: {
        credentialId: Buffer.from(credential.id, "base64url"),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        backedUp: credentialBackedUp,
      },
    };
  } catch (error) {
    logger.debug({ err: error }, "passkey refused");
    return null;
  }
}

/** A well-formed ECDSA signature; the other algorithms take any bytes as a wrong one. */
const NO_SIGNATURE = Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1);

/** Refuses a key that could never verify a sign-in, such as a point beside its curve. @throws Error for one */
async function requireUsable(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { verifySignature } = await import("@simplewebauthn/server/helpers");
  await verifySignature({ signature: NO_SIGNATURE, data: new Uint8Array(1), credentialPublicKey });
}

/**
 * The device's maker does not matter here, so its attestation is dropped before it is read: its certificates contain
 * addresses of revocation lists, which the library would fetch.
 */
async function withoutAttestation(attestation: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    "@simplewebauthn/server/helpers"
  );
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestation)).get("authData");
  return isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    ),
  );
}

/** @throws AppError not_found */
export async function renamePasskey(
  { personId }: Actor,
  id: number,
  name: string,
): Promise<{ passkey: repository.PasskeyRow }> {
  const row = await repository.renamePasskey(personId, id, name);
  if (!row) throw notFound();
  return { passkey: row };
}

/** Call after the account was proved. @throws AppError not_found */
export async function removePasskey({ personId }: Actor, id: number): Promise<{ success: true }> {
  await transaction(async () => {
    const name = await repository.deletePasskey(personId, id);
    if (name === null) throw notFound();
    await recordOwnAction(personId, "passkey_removed", { name });
    await notifyPerson(personId, "passkey_removed", profilePaths.passkeys);
  });
  return { success: true };
}

/** Returns how many there were. Joins the current transaction, whose caller notifies the owner. */
export async function removePasskeysOf(personId: PersonId): Promise<number> {
  const names = await repository.deletePasskeysOf(personId);
  for (const name of names) await recordOwnAction(personId, "passkey_removed", { name });
  return names.length;
}

function notFound(): AppError {
  return new AppError("not_found", "Chave de acesso não encontrada.");
}
