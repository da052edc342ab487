import { auth } from "@/lib/contracts/auth";
import { registerUser } from "@/server/auth/auth.service";
import { route } from "@/server/http/route";

export const POST = route(auth.register, ({ body }) => registerUser(body));
