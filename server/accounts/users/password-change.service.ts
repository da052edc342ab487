import { AppError } from "@/lib/errors";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor } from "@/server/platform/actor";
import { revokeApiTokensOf } from "@/server/platform/api-tokens/api-tokens.service";
import { closeOtherSessions } from "@/server/platform/auth/sessions.service";
import { transaction } from "@/server/platform/db/transaction";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import { hashPassword } from "./password.service";
import { requirePassword } from "./password-check.service";
import { deletePasswordReset } from "./password-reset.repository";
import { replacePasswordHash } from "./users.repository";

/**
 * Sets a new password, revokes every API token and ends every other session of the account; a mailed link to set one no
 * longer works.
 * @throws AppError invalid_input when the current password is wrong; conflict when it was changed meanwhile;
 * rate_limited, unavailable
 */
export async function changePassword(
  actor: Actor,
  change: { current_password: string; new_password: string },
): Promise<void> {
  const { personId } = actor;
  const caller = `account ${personId}`;
  const before = await requirePassword(actor, change.current_password);
  const after = await hashPassword(change.new_password, caller);
  await transaction(async () => {
    if (!(await replacePasswordHash(personId, before, after))) throw new AppError("conflict");
    await deletePasswordReset(personId);
    await revokeApiTokensOf(actor);
    await closeOtherSessions(actor);
    await recordAction(actor, "password_changed");
    await notifyPerson(personId, "password_changed");
  });
}
