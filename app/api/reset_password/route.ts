import { auth } from "@/lib/contracts/auth";
import { route } from "@/server/http/route";
import { answerResetRequest } from "@/server/users/password-reset.route";

export const POST = route(auth.requestReset, answerResetRequest);
