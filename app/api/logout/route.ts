import { auth } from "@/lib/contracts/accounts/auth";
import { answerLogout } from "@/server/accounts/users/login.route";
import { route } from "@/server/platform/http/route";

export const POST = route(auth.logout, answerLogout);
