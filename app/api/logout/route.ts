import { auth } from "@/lib/contracts/auth";
import { answerLogout } from "@/server/auth/login.route";
import { route } from "@/server/http/route";

export const POST = route(auth.logout, answerLogout);
