import { users } from "@/lib/contracts/users";
import { route } from "@/server/http/route";
import { changePassword } from "@/server/users/password-change.service";

export const POST = route(users.changePassword, async ({ actor, body }) => {
  await changePassword(actor, body);
  return { success: true };
});
