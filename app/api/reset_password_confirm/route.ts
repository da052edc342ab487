import { auth } from "@/lib/contracts/auth";
import { answerResetConfirmation } from "@/server/auth/password-reset.route";
import { route } from "@/server/http/route";

export const POST = route(auth.confirmReset, answerResetConfirmation);
