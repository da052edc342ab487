import { users } from "@/lib/contracts/accounts/users";
import { getProfile, updateProfile } from "@/server/accounts/users/profile.service";
import { route } from "@/server/platform/http/route";

export const GET = route(users.me, ({ actor }) => getProfile(actor));
export const PATCH = route(users.update, ({ actor, body }) => updateProfile(actor, body));
