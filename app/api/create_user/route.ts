import { auth } from "@/lib/contracts/auth";
import { route } from "@/server/http/route";
import { registerUser } from "@/server/users/login.service";

export const POST = route(auth.register, ({ body }) => registerUser(body));
