import { users } from "@/lib/contracts/accounts/users";
import { listProfileFields } from "@/server/accounts/users/profile.service";
import { route } from "@/server/platform/http/route";

export const GET = route(users.fields, () => listProfileFields());
