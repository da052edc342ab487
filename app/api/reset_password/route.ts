import { auth } from "@/lib/contracts/accounts/auth";
import { answerResetRequest } from "@/server/accounts/users/password-reset.route";
import { route } from "@/server/platform/http/route";

export const POST = route(auth.requestReset, answerResetRequest);
