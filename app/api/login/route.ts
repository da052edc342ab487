import { auth } from "@/lib/contracts/auth";
import { route } from "@/server/http/route";
import { answerLogin } from "@/server/users/login.route";

export const POST = route(auth.loginAlias, answerLogin);
