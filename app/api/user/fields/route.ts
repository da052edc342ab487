import { users } from "@/lib/contracts/users";
import { route } from "@/server/http/route";
import { listProfileFields } from "@/server/users/profile.service";

export const GET = route(users.fields, () => listProfileFields());
