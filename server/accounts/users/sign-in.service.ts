import type { SessionUser } from "@/lib/contracts/accounts/auth";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import { refuseOtherWay } from "@/server/accounts/identities/identities.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { type Client, openSession } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { rememberNetwork } from "./attempt-limits.service";
import { lockPasswordHash, type UserRow } from "./users.repository";

/**
 * Opens a session for a user who proved that the account is theirs: through the named issuer, or in any other way.
 * `password_hash` is the hash that the password was checked against: if it was replaced meanwhile, no session is
 * opened. Joins the current transaction.
 * @throws AppError issuer_required where the account requires another issuer; invalid_credentials
 */
export async function openSignedIn(
  user: UserRow & { password_hash?: string },
  client: Client,
  network: string,
  by: SignInProvider | null = null,
) {
  return transaction(async () => {
    await refuseOtherWay(user.id, by);
    const { password_hash: matched } = user;
    if (matched !== undefined && !(await lockPasswordHash(user.id, matched))) {
      throw new AppError("invalid_credentials");
    }
    await rememberNetwork(user.id, network);
    await recordAction({ ownerId: user.account_id, personId: user.id }, "signed_in", {
      ip: client.ip,
      ...(client.userAgent !== null && { user_agent: client.userAgent }),
    });
    return { ...(await openSession(user.id, client)), user: toSessionUser(user) };
  });
}

export function toSessionUser({ id, name, email, plan }: UserRow): SessionUser {
  return { id, name, email, plan };
}
