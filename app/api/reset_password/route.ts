import { auth } from "@/lib/contracts/auth";
import { answerResetRequest } from "@/server/auth/password-reset.route";
import { route } from "@/server/http/route";

export const POST = route(auth.requestReset, answerResetRequest);
