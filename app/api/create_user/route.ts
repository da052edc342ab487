import { auth } from "@/lib/contracts/accounts/auth";
import { registerUser } from "@/server/accounts/users/login.service";
import { route } from "@/server/platform/http/route";

export const POST = route(auth.register, ({ body }) => registerUser(body));
