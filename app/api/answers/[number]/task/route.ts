import { answers } from "@/lib/contracts/messaging/answers";
import { planAnswer } from "@/server/inbound/answers/answer-tasks.service";
import { route } from "@/server/platform/http/route";

export const POST = route(answers.plan, ({ actor, params, body }) =>
  planAnswer(actor, params.number, body),
);
