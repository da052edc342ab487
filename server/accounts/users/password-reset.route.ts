import { setTimeout as wait } from "node:timers/promises";
import { getClientNetwork } from "@/server/platform/http/client-address";
import { countAttempt } from "@/server/platform/http/rate-limit";
import { getAccountKey, RECOVERY_ATTEMPTS } from "./attempt-limits.service";
import { requestPasswordReset } from "./password-reset.service";

/** Longer than handling a known account takes, so that the response time reveals nothing. */
const ANSWER_AFTER_MS = 150;

export async function answerResetRequest({
  body,
  request,
}: {
  body: { email: string };
  request: Request;
}) {
  await countAttempt(
    RECOVERY_ATTEMPTS,
    getAccountKey(body.email, getClientNetwork(request.headers)),
  );
  await Promise.all([requestPasswordReset(body.email), wait(ANSWER_AFTER_MS)]);
  return {
    success: true,
    message: "Um e-mail com o link de recuperação será enviado para o seu e-mail!",
  };
}
