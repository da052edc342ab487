import { users } from "@/lib/contracts/users";
import { route } from "@/server/http/route";
import { getProfile, updateProfile } from "@/server/users/profile.service";

export const GET = route(users.me, ({ actor }) => getProfile(actor));
export const PATCH = route(users.update, ({ actor, body }) => updateProfile(actor, body));
