import { auth } from "@/lib/contracts/accounts/auth";
import { answerResetConfirmation } from "@/server/custody/handovers/reset-confirmation.route";
import { route } from "@/server/platform/http/route";

export const POST = route(auth.confirmReset, answerResetConfirmation);
