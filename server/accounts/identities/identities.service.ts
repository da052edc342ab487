import type { z } from "zod/mini";
import type { identities } from "@/lib/contracts/accounts/identities";
import { SIGN_IN_PROVIDERS, type SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import { profilePaths } from "@/lib/paths";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor } from "@/server/platform/actor";
import { closeOtherSessions } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { notifyOwner } from "@/server/platform/mail/mail.service";
import * as repository from "./identities.repository";
import { isOffered, nameOf } from "./issuers.service";

/** The providers that the installation offers or that the account has linked. */
export async function listWays({
  userId,
}: Actor): Promise<z.input<typeof identities.list.response>> {
  const linked = await repository.findIdentities(userId);
  const ways = SIGN_IN_PROVIDERS.map((provider) => {
    const identity = linked.find((each) => each.provider === provider);
    return {
      provider,
      name: nameOf(provider),
      offered: isProviderOffered(provider, identity),
      linked: identity ? { ...identity, required: identity.is_required } : null,
    };
  });
  return { ways: ways.filter(({ offered, linked: own }) => offered || own !== null) };
}

function isProviderOffered(
  provider: SignInProvider,
  identity: repository.IdentityRow | undefined,
): boolean {
  if (identity) return isOffered(identity);
  return env.issuers.some((each) => each.provider === provider);
}

/**
 * Links an identity that an issuer vouched for, and notifies the owner. Joins the current transaction.
 * @throws AppError conflict
 */
export async function linkIdentity(
  userId: number,
  identity: repository.Subject & { provider: SignInProvider; email: string },
): Promise<void> {
  await transaction(async () => {
    if (!(await repository.createIdentity({ userId, ...identity }))) {
      throw new AppError("conflict", await explainConflict(userId, identity));
    }
    await tellOwner(userId, "identity_linked", identity.provider);
  });
}

async function explainConflict(
  userId: number,
  identity: repository.Subject & { provider: SignInProvider },
): Promise<string> {
  const name = nameOf(identity.provider);
  const holder = await repository.findAccountOf(identity);
  if (holder === userId) return `Esta identidade (${name}) já está ligada à sua conta.`;
  if (holder !== null) return `Esta identidade (${name}) já está ligada a outra conta do Garimpo.`;
  return `Sua conta já tem outra identidade deste provedor (${name}). Desligue-a antes.`;
}

/** Returns false when the account no longer has this identity. Joins the current transaction. */
export function markUsed(userId: number, identity: repository.Subject): Promise<boolean> {
  return repository.touchIdentity(userId, identity);
}

/**
 * Call after the password was checked.
 * @throws AppError conflict for an identity that the account requires; not_found
 */
export async function unlinkIdentity({ userId }: Actor, provider: SignInProvider) {
  return transaction(async () => {
    if (!(await repository.deleteIdentity(userId, provider))) {
      const required = await repository.findRequired(userId);
      if (required?.provider !== provider) throw new AppError("not_found");
      throw new AppError(
        "conflict",
        `Esta é a única forma de entrar na conta. Deixe de exigir ${nameOf(provider)} antes de desligar.`,
      );
    }
    await tellOwner(userId, "identity_unlinked", provider);
    return { success: true };
  });
}

/** Returns how many there were. Joins the current transaction, whose caller notifies the owner. */
export async function unlinkIdentitiesOf(userId: number): Promise<number> {
  const providers = await repository.deleteIdentitiesOf(userId);
  for (const provider of providers) {
    await recordAction(userId, "identity_unlinked", { name: nameOf(provider) });
  }
  return providers.length;
}

/**
 * Makes the identity the only way to open the account, and ends other sessions; or allows the password again. Call
 * after the password was checked.
 * @throws AppError not_found without such an identity; conflict when the installation does not offer it, or nothing
 * would change
 */
export async function requireIdentity(
  actor: Actor,
  { provider, required }: { provider: SignInProvider; required: boolean },
) {
  const { userId } = actor;
  return transaction(async () => {
    const linked = await repository.findIdentities(userId);
    const identity = linked.find((each) => each.provider === provider);
    if (!identity) throw new AppError("not_found");
    if (required && !isOffered(identity)) {
      throw new AppError("conflict", `Entrar por ${nameOf(provider)} não está disponível.`);
    }
    if (!(await repository.setRequired(userId, provider, required))) throw new AppError("conflict");
    if (required) await closeOtherSessions(actor);
    await tellOwner(userId, required ? "issuer_required_on" : "issuer_required_off", provider);
    return { success: true };
  });
}

/** For a user who can no longer sign in. Joins the current transaction. @throws AppError conflict */
export async function liftRequirement(userId: number): Promise<void> {
  await transaction(async () => {
    const required = await repository.findRequired(userId);
    if (!required || !(await repository.liftRequirement(userId))) {
      throw new AppError("conflict", "Esta conta não exige uma forma de entrar.");
    }
    await tellOwner(userId, "issuer_required_off", required.provider);
  });
}

/**
 * The provider that the account requires; null when any way opens the account. A provider that the installation no
 * longer offers is not required.
 */
export async function findRequiredProvider(userId: number): Promise<SignInProvider | null> {
  const required = await repository.findRequired(userId);
  return required && isOffered(required) ? required.provider : null;
}

/**
 * Refuses a sign-in by another way than the account requires, and keeps the requirement from changing until the current
 * transaction ends.
 * @throws AppError issuer_required
 */
export async function refuseOtherWay(userId: number, by: SignInProvider | null): Promise<void> {
  await repository.lockIdentities(userId);
  const required = await findRequiredProvider(userId);
  if (required === null || required === by) return;
  throw new AppError("issuer_required", `Esta conta exige entrada por ${nameOf(required)}.`);
}

async function tellOwner(
  userId: number,
  what: "identity_linked" | "identity_unlinked" | "issuer_required_on" | "issuer_required_off",
  provider: SignInProvider,
): Promise<void> {
  await recordAction(userId, what, { name: nameOf(provider) });
  await notifyOwner(userId, what, profilePaths.signIn);
}
