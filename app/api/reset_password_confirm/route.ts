import { auth } from "@/lib/contracts/auth";
import { route } from "@/server/http/route";
import { answerResetConfirmation } from "@/server/users/password-reset.route";

export const POST = route(auth.confirmReset, answerResetConfirmation);
