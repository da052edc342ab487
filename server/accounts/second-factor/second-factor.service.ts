import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { toDataURL } from "qrcode";
import { AppError } from "@/lib/errors";
import { countPasskeys } from "@/server/accounts/passkeys/passkeys.repository";
import { recordOwnAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, PersonId } from "@/server/platform/actor";
import { closeOtherSessions } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import { resealRows } from "@/server/platform/reseal-rows";
import { hashToken, seal, unseal } from "@/server/platform/secrets";
import { isFactorRequiredOf } from "@/server/platform/system/required-factor.service";
import * as repository from "./second-factor.repository";

const PERIOD_S = 30;
/** A phone's clock may be half a minute wrong, in either direction. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 60 bits each: nobody finds one by trying. */
const CODE_LETTERS = 12;
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const WRONG_CODE = "Código incorreto.";

export async function getSecondFactor({ personId }: Actor) {
  const factor = await repository.findFactor(personId);
  const enabledAt = factor?.confirmed_at ?? null;
  return {
    enabled: enabledAt !== null,
    enabled_at: enabledAt,
    recovery_codes_left: enabledAt ? await repository.countRecoveryCodes(personId) : 0,
    passkeys: await countPasskeys(personId),
  };
}

/** @throws AppError conflict when it is on */
export async function requireFactorOff({ personId }: Actor): Promise<void> {
  if ((await repository.findFactor(personId))?.confirmed_at) throw switchedOn();
}

/**
 * Creates a secret, which counts once one of its codes confirms it. Call after the account was proved.
 * @throws AppError conflict when a second factor is on already
 */
export async function setUpFactor({ personId }: Actor, email: string) {
  const secret = new Secret({ size: 20 });
  if (!(await repository.keepSecret(personId, seal(secret.base32, placeOf(personId))))) {
    throw switchedOn();
  }
  const address = createTotp(secret.base32, email).toString();
  return { secret: secret.base32, address, image: await toDataURL(address, { margin: 1 }) };
}

/** Switches the factor on and ends every other session. @throws AppError invalid_input for a wrong code; conflict */
export async function confirmFactor(actor: Actor, code: string) {
  const { personId } = actor;
  const factor = await repository.findFactor(personId);
  if (!factor || factor.confirmed_at) throw new AppError("conflict");
  if (!(await takeAppCode(personId, factor, code))) throw wrongCode();
  const codes = createRecoveryCodes();
  await transaction(async () => {
    await holdSession(actor);
    if (!(await repository.confirmFactor(personId))) throw new AppError("conflict");
    await repository.replaceRecoveryCodes(personId, codes.map(hashCode));
    await closeOtherSessions(actor);
    await recordOwnAction(personId, "second_factor_on");
    await notifyPerson(personId, "second_factor_on");
  });
  return { recovery_codes: codes };
}

/** Call after the account was proved. @throws AppError not_found */
export async function renewRecoveryCodes({ personId }: Actor) {
  const factor = await repository.findFactor(personId);
  if (!factor?.confirmed_at) throw switchedOff();
  const codes = createRecoveryCodes();
  await transaction(async () => {
    await repository.replaceRecoveryCodes(personId, codes.map(hashCode));
    await recordOwnAction(personId, "recovery_codes_renewed");
  });
  return { recovery_codes: codes };
}

/** Call after the account was proved. @throws AppError not_found */
export async function disableFactor({ personId }: Actor) {
  await transaction(async () => {
    if (!(await repository.deleteConfirmedFactor(personId))) throw switchedOff();
    await recordOwnAction(personId, "second_factor_off");
    await notifyPerson(personId, "second_factor_off");
  });
  return { success: true };
}

function switchedOn(): AppError {
  return new AppError("conflict", "A verificação em duas etapas já está ligada.");
}

function switchedOff(): AppError {
  return new AppError("not_found", "A verificação em duas etapas está desligada.");
}

function wrongCode(): AppError {
  return new AppError("invalid_input", WRONG_CODE, { fields: { code: WRONG_CODE } });
}

/**
 * Whether a user who gave the right password may sign in: 'off' without a second factor, 'missing' without a code. An
 * app's code counts once, and so does a recovery code, whose use is reported to the owner. Where a second factor is
 * required, an account that has only passkeys is not opened by its password.
 */
export async function checkSecondFactor(
  personId: PersonId,
  code: string | undefined,
): Promise<"off" | "missing" | "passed" | "wrong"> {
  const factor = await repository.findFactor(personId);
  if (!factor?.confirmed_at) return (await needsPasskey(personId)) ? "missing" : "off";
  if (code === undefined || code.trim() === "") return "missing";
  if (await takeAppCode(personId, factor, code)) return "passed";
  const isTaken = await transaction(async () => {
    if (!(await repository.takeRecoveryCode(personId, hashCode(code)))) return false;
    await notifyPerson(personId, "recovery_code_used");
    return true;
  });
  return isTaken ? "passed" : "wrong";
}

async function needsPasskey(personId: PersonId): Promise<boolean> {
  return (await isFactorRequiredOf(personId)) && (await countPasskeys(personId)) > 0;
}

/**
 * False for a wrong code and for one that was used; also when the secret cannot be read with the current AUTH_SECRET.
 */
async function takeAppCode(
  personId: PersonId,
  factor: repository.FactorRow,
  code: string,
): Promise<boolean> {
  const token = code.replace(/[\s-]/g, "");
  const secret = unseal(factor.sealed_secret, placeOf(personId));
  if (secret === null || !/^\d{6}$/.test(token)) return false;
  const now = Date.now();
  const delta = createTotp(secret, "").validate({ token, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  return repository.takeStep(personId, Math.floor(now / 1000 / PERIOD_S) + delta);
}

function placeOf(personId: PersonId): string {
  return `second_factors.sealed_secret ${personId}`;
}

function createTotp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: "Garimpo",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
  });
}

function hashCode(code: string): Buffer {
  return hashToken(code.toUpperCase().replace(/[\s-]/g, ""));
}

/** Seals the secrets of all accounts with the installation's current secret. Returns how many. */
export function resealFactors(): Promise<number> {
  return resealRows(
    ({ user_id }) => placeOf(user_id),
    repository.findSealedSecrets,
    repository.replaceSealedSecrets,
  );
}
