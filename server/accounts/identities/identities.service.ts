import type { z } from "zod/mini";
import type { identities } from "@/lib/contracts/accounts/identities";
import { SIGN_IN_PROVIDERS, type SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import { profilePaths } from "@/lib/paths";
import { recordOwnAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, PersonId } from "@/server/platform/actor";
import { closeOtherSessions } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import * as repository from "./identities.repository";
import { isOffered, nameOf } from "./issuers.service";

/** The providers that the installation offers or that the account has linked. */
export async function listWays({
  personId,
}: Actor): Promise<z.input<typeof identities.list.response>> {
  const linked = await repository.findIdentities(personId);
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
  personId: PersonId,
  identity: repository.Subject & { provider: SignInProvider; email: string },
): Promise<void> {
  await transaction(async () => {
    if (!(await repository.createIdentity({ personId, ...identity }))) {
      throw new AppError("conflict", await explainConflict(personId, identity));
    }
    await tellOwner(personId, "identity_linked", identity.provider);
  });
}

async function explainConflict(
  personId: PersonId,
  identity: repository.Subject & { provider: SignInProvider },
): Promise<string> {
  const name = nameOf(identity.provider);
  const holder = await repository.findPersonOf(identity);
  if (holder === personId) return `Esta identidade (${name}) já está ligada à sua conta.`;
  if (holder !== null) return `Esta identidade (${name}) já está ligada a outra conta do Garimpo.`;
  return `Sua conta já tem outra identidade deste provedor (${name}). Desligue-a antes.`;
}

/** Returns false when the account no longer has this identity. Joins the current transaction. */
export function markUsed(personId: PersonId, identity: repository.Subject): Promise<boolean> {
  return repository.touchIdentity(personId, identity);
}

/**
 * Call after the password was checked.
 * @throws AppError conflict for an identity that the account requires; not_found
 */
export async function unlinkIdentity({ personId }: Actor, provider: SignInProvider) {
  return transaction(async () => {
    if (!(await repository.deleteIdentity(personId, provider))) {
      const required = await repository.findRequired(personId);
      if (required?.provider !== provider) throw new AppError("not_found");
      throw new AppError(
        "conflict",
        `Esta é a única forma de entrar na conta. Deixe de exigir ${nameOf(provider)} antes de desligar.`,
      );
    }
    await tellOwner(personId, "identity_unlinked", provider);
    return { success: true };
  });
}

/** Returns how many there were. Joins the current transaction, whose caller notifies the owner. */
export async function unlinkIdentitiesOf(personId: PersonId): Promise<number> {
  const providers = await repository.deleteIdentitiesOf(personId);
  for (const provider of providers) {
    await recordOwnAction(personId, "identity_unlinked", { name: nameOf(provider) });
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
  const { personId } = actor;
  return transaction(async () => {
    const linked = await repository.findIdentities(personId);
    const identity = linked.find((each) => each.provider === provider);
    if (!identity) throw new AppError("not_found");
    if (required && !isOffered(identity)) {
      throw new AppError("conflict", `Entrar por ${nameOf(provider)} não está disponível.`);
    }
    if (!(await repository.setRequired(personId, provider, required)))
      throw new AppError("conflict");
    if (required) await closeOtherSessions(actor);
    await tellOwner(personId, required ? "issuer_required_on" : "issuer_required_off", provider);
    return { success: true };
  });
}

/** For a user who can no longer sign in. Joins the current transaction. @throws AppError conflict */
export async function liftRequirement(personId: PersonId): Promise<void> {
  await transaction(async () => {
    const required = await repository.findRequired(personId);
    if (!required || !(await repository.liftRequirement(personId))) {
      throw new AppError("conflict", "Esta conta não exige uma forma de entrar.");
    }
    await tellOwner(personId, "issuer_required_off", required.provider);
  });
}

/**
 * The provider that the account requires; null when any way opens the account. A provider that the installation no
 * longer offers is not required.
 */
export async function findRequiredProvider(personId: PersonId): Promise<SignInProvider | null> {
  const required = await repository.findRequired(personId);
  return required && isOffered(required) ? required.provider : null;
}

/**
 * Refuses a sign-in by another way than the account requires, and keeps the requirement from changing until the current
 * transaction ends.
 * @throws AppError issuer_required
 */
export async function refuseOtherWay(personId: PersonId, by: SignInProvider | null): Promise<void> {
  await repository.lockIdentities(personId);
  const required = await findRequiredProvider(personId);
  if (required === null || required === by) return;
  throw new AppError("issuer_required", `Esta conta exige entrada por ${nameOf(required)}.`);
}

async function tellOwner(
  personId: PersonId,
  what: "identity_linked" | "identity_unlinked" | "issuer_required_on" | "issuer_required_off",
  provider: SignInProvider,
): Promise<void> {
  await recordOwnAction(personId, what, { name: nameOf(provider) });
  await notifyPerson(personId, what, profilePaths.signIn);
}
