import { cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import {
  createCannedAnswer,
  listCannedAnswers,
} from "@/server/messaging/canned-answers/canned-answers.service";
import { route } from "@/server/platform/http/route";

export const GET = route(cannedAnswers.list, ({ actor }) => listCannedAnswers(actor));
export const POST = route(cannedAnswers.create, ({ actor, body }) =>
  createCannedAnswer(actor, body),
);
