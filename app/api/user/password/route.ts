import { users } from "@/lib/contracts/accounts/users";
import { changePassword } from "@/server/accounts/users/password-change.service";
import { route } from "@/server/platform/http/route";

export const POST = route(users.changePassword, async ({ actor, body }) => {
  await changePassword(actor, body);
  return { success: true };
});
