import { users } from "@/lib/contracts/users";
import { route } from "@/server/http/route";
import { listProfileFields } from "@/server/users/users.service";

export const GET = route(users.fields, () => listProfileFields());
