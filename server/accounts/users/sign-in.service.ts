import type { SessionUser } from "@/lib/contracts/accounts/auth";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { type Client, openSession } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { rememberNetwork } from "./attempt-limits.service";
import type { UserRow } from "./users.repository";

/** Opens a session for somebody who has proved, in whichever way, that the account is theirs. */
export async function openSignedIn(user: UserRow, client: Client, network: string) {
  await rememberNetwork(user.id, network);
  return transaction(async () => {
    await recordAction(user.id, "signed_in", {
      ip: client.ip,
      ...(client.userAgent !== null && { user_agent: client.userAgent }),
    });
    return { ...(await openSession(user.id, client)), user: toSessionUser(user) };
  });
}

export function toSessionUser({ id, name, email, plan }: UserRow): SessionUser {
  return { id, name, email, plan };
}
