import { answers } from "@/lib/contracts/messaging/answers";
import { settleAnswer } from "@/server/inbound/answers/answer-decisions.service";
import { route } from "@/server/platform/http/route";

export const POST = route(answers.settle, ({ actor, params, body }) =>
  settleAnswer(actor, params.number, body.intent),
);
