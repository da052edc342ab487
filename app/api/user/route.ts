import { users } from "@/lib/contracts/users";
import { getProfile } from "@/server/auth/auth.service";
import { route } from "@/server/http/route";

export const GET = route(users.me, async ({ actor }) => ({
  success: true,
  user: await getProfile(actor),
}));
