import { auth } from "@/lib/contracts/accounts/auth";
import { answerLogin } from "@/server/accounts/users/login.route";
import { route } from "@/server/platform/http/route";

export const POST = route(auth.login, answerLogin);
